// Serves the OpenAPI 3.1 document, made from the schemas that validate the calls, and a page to read it.
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { docsPage } from './docs-page.ts';
import { pagePolicy } from './security-headers.ts';

/** Must be registered before the operations that it documents. */
export async function serveOpenApi(server: FastifyInstance, title: string, version: string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: server.cookieNames.access },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: (document) => {
      const transformed = jsonSchemaTransform(document);
      const access = document.route.config?.access;
      if (access === undefined) return { ...transformed, schema: { ...transformed.schema, hide: true } };
      const security = access === 'session' ? [{ session: [] }, { bearer: [] }] : [];
      return { ...transformed, schema: { ...transformed.schema, security } };
    },
  });
  server.get('/api/openapi.json', (_request, reply) => reply.send(server.swagger()));
  server.get('/api/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy())
      .send(docsPage(server.swagger())),
  );
}
