// Serves the OpenAPI 3.1 document, made from the schemas that validate the calls, and a page to read it.
import { gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { docsPage } from './docs-page.ts';
import { CachedPage, sendCached } from './page-cache.ts';
import type { PreparedAnswers } from './prepared.ts';
import { pagePolicy } from './security-headers.ts';

/** Must be registered before the operations that it documents. */
export async function serveOpenApi(
  server: FastifyInstance,
  prepared: PreparedAnswers,
  title: string,
  version: string,
): Promise<void> {
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
  serveBytes(server, prepared, '/api/openapi.json', () => ({
    headers: { 'content-type': 'application/json; charset=utf-8' },
    text: JSON.stringify(server.swagger()),
  }));
  serveBytes(server, prepared, '/api/docs', () => ({
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy() },
    text: docsPage(server.swagger()),
  }));
}

type Text = { headers: Record<string, string>; text: string };

/**
 * Serves a text that is made once, at the first request: the documents are large, and few instances are asked for them,
 * so they would only slow down each start.
 */
function serveBytes(
  server: FastifyInstance,
  prepared: PreparedAnswers,
  path: string,
  make: () => Text,
): void {
  let page: CachedPage | undefined;
  const made = () => {
    if (page) return page;
    const { headers, text } = make();
    const plain = Buffer.from(text);
    page = new CachedPage({
      owner: path,
      headers: { ...headers, 'cache-control': 'no-cache', vary: 'accept-encoding' },
      gzip: gzipSync(plain),
      plain,
    });
    page.compressMore(() => {});
    return page;
  };
  prepared.add(
    path,
    (headerOf) => made().pick(headerOf('accept-encoding')),
    () => true,
  );
  server.get(path, (request, reply) => sendCached(request, reply, made()));
}
