// The page that checks packets and credentials, and the same page as one file that works without this server.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { verifyPath } from '#features/credentials/path-constants.ts';
import type { Config } from '#platform/config/config.ts';
import { acceptedEncodings } from '#platform/http/encodings.ts';
import { readInlineScript } from '#platform/http/inline-script.ts';
import type { RenderedPage, StillPages } from '#platform/http/still-page.ts';
import { publicKeys } from '#platform/signing/public-keys.ts';
import { rdfSuitePath } from '../../constants.ts';
import { dayIn } from '../../provenance-rules.ts';
import { verifyPage } from '../documents/verify-page.tsx';

type Parts = StillPages & { config: Config; pool: pg.Pool; islands: string };

export function serveVerify(server: FastifyInstance, parts: Parts): void {
  const { config, pool, islands, renderStill, sendStill } = parts;
  const script = readInlineScript(join(islands, 'verify-page.js'));
  const suite = readInlineScript(join(islands, 'rdf-suite.js'));
  const online = [script, { element: '', source: suite.source }];
  // The page runs it when it needs it.
  const inPage = `<script type="text/plain" data-rdf-suite>${suite.code}</script>`;
  const saved = [script, { element: inPage, source: suite.source }];
  const packed = gzipSync(suite.code);

  async function pageFor(request: FastifyRequest, isSaved: boolean) {
    const scripts = isSaved ? saved : online;
    const savedOn = isSaved ? dayIn(new Date().toISOString(), 'UTC') : undefined;
    try {
      const { url, keys } = await publicKeys(pool, config.appUrl);
      return verifyPage({ scripts, known: { url, keys, isComplete: !isSaved }, savedOn });
    } catch (error) {
      // It still shows whether something was changed.
      request.log.warn({ reason: (error as Error).message }, 'the signing keys cannot be read');
      const known = { url: config.appUrl, keys: [], isComplete: false };
      return verifyPage({ scripts, known, savedOn });
    }
  }

  server.get(verifyPath, async (request, reply) =>
    sendStill(request, reply.header('cache-control', 'no-cache'), await pageFor(request, false)),
  );
  server.get(rdfSuitePath, (request, reply) => {
    const headers = {
      'content-type': 'text/javascript; charset=utf-8',
      ...{ 'cache-control': 'no-cache', vary: 'accept-encoding' },
    };
    const useGzip = acceptedEncodings(request.headers['accept-encoding']).has('gzip');
    reply.headers(headers);
    return useGzip ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(suite.code);
  });
  server.get(`${verifyPath}.html`, async (request, reply) => {
    const rendered = renderStill(await pageFor(request, true));
    return reply
      .headers({ ...rendered.headers, 'cache-control': 'no-cache' })
      .header('content-disposition', 'attachment; filename="check-packets.html"')
      .send(standalone(rendered, config.appUrl));
  });
}

/** A document that loads nothing: without fonts and icons, and with its own policy. Its links lead to the instance. */
function standalone({ headers, plain }: RenderedPage, appUrl: string): string {
  const scripts = /script-src [^;]+/.exec(headers['content-security-policy'] ?? '')?.[0];
  const policy = `default-src 'none'; style-src 'unsafe-inline'; ${scripts}; base-uri 'none'`;
  return plain()
    .toString()
    .replaceAll(/<link\b[^>]*>/g, '')
    .replaceAll(/@font-face\s*\{[^}]*\}/g, '')
    .replaceAll('href="/', () => `href="${appUrl}/`)
    .replace('<head>', () => `<head><meta http-equiv="content-security-policy" content="${policy}">`);
}
