// Serves the OpenAPI 3.1 document, made from the schemas that validate the calls, and a page to read it.
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { docsPage, docsPath } from './docs-page.tsx';
import { openApiDocument, type BoundOperation } from './openapi-document.ts';
import { CachedPage, sendCached } from './page-cache.ts';
import type { PreparedResponses } from './prepared.ts';
import type { RenderStill } from './still-page.ts';

type Parts = { prepared: PreparedResponses; renderStill: RenderStill };
type About = { title: string; version: string; url: string };

/** Must be registered before the operations that it documents. */
export function serveOpenApi(server: FastifyInstance, { prepared, renderStill }: Parts, about: About): void {
  const operations: BoundOperation[] = [];
  server.addHook('onRoute', ({ method, config }) => {
    const { operation: key, contract, tag, refusals } = config ?? {};
    // Fastify adds a HEAD route to every GET route.
    if (method !== 'HEAD' && key !== undefined && contract && tag && refusals)
      operations.push({ key, contract, tag, refusals });
  });
  const made = () => openApiDocument(operations, { ...about, cookie: server.cookieNames.access });
  serveBytes(server, prepared, '/api/openapi.json', () => ({
    headers: { 'content-type': 'application/json; charset=utf-8' },
    gzip: gzipSync(JSON.stringify(made())),
  }));
  serveBytes(server, prepared, docsPath, () => {
    const { headers, gzip } = renderStill(docsPage(made()));
    return { headers, gzip: gzip() };
  });
}

type Made = { headers: Record<string, string>; gzip: Buffer };

/**
 * Serves a response that is generated on the first request: the documents are large and rarely requested, so generating
 * them at startup would only slow it down.
 */
function serveBytes(
  server: FastifyInstance,
  prepared: PreparedResponses,
  path: string,
  make: () => Made,
): void {
  const makePage = () => {
    const { headers, gzip } = make();
    return new CachedPage({
      owner: path,
      headers: { ...headers, 'cache-control': 'no-cache', vary: 'accept-encoding' },
      gzip,
    });
  };
  let page: CachedPage | undefined;
  const prepare = () => {
    page ??= makePage();
    page.compressMore();
    return page;
  };
  prepared.add(
    path,
    (headerOf) => prepare().pick(headerOf('accept-encoding')),
    () => true,
  );
  server.get(path, (request, reply) => sendCached(request, reply, prepare()));
}
