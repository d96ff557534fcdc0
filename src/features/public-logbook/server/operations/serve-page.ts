// The page of a public logbook and its JSON document.
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import type { InlineScript } from '#platform/http/inline-script.ts';
import { CachedPage, sendCached, type PageCache } from '#platform/http/page-cache.ts';
import { sendCommon } from '#platform/http/problem.ts';
import type { StillPage, StillPages } from '#platform/http/still-page.ts';
import type { UnknownLimit } from '#platform/http/unknown-limit.ts';
import { pagePath, pagesOf, readPage } from '../../rules.ts';
import { logbookPage } from '../documents/logbook-page.tsx';
import { notFoundPage, tooManyPage, unavailablePage } from '../documents/message-page.tsx';
import { resumeDocument } from './resume-document.ts';
import { readLogbook, type Found } from './read-logbook.ts';
import { readPublicPath } from './read-path.ts';

type Parts = StillPages & {
  config: Config;
  pool: pg.Pool;
  cache: PageCache;
  unknown: UnknownLimit;
  /** The built script of the form. */
  script: InlineScript;
};

type PublicRequest = FastifyRequest<{ Params: { segment: string }; Querystring: { page?: unknown } }>;

/** `beyond`: the logbook has fewer pages, and the last one is at the path. */
type Rendered = CachedPage | Exclude<Found, { kind: 'found' }> | { kind: 'beyond'; path: string };

/** Returns the handler for paths of one segment. */
export function servePage(parts: Parts) {
  const { config, pool, cache, renderStill, sendStill, unknown, script } = parts;
  async function render(slug: string, page: number): Promise<Rendered> {
    const found = await readLogbook(pool, slug, page);
    if (found.kind !== 'found') return found;
    const { logbook } = found;
    const pages = pagesOf(logbook.vouch_count);
    if (page > pages) return { kind: 'beyond', path: pagePath(slug, pages) };
    const { headers, gzip } = renderStill(logbookPage(logbook, { origin: config.appUrl, page, script }));
    return new CachedPage({
      owner: logbook.user_id,
      headers: {
        ...headers,
        // Caches ask each time, so that a page that became private is no longer shown.
        'cache-control': 'no-cache',
        ...(!logbook.allows_search && { 'x-robots-tag': 'noindex' }),
      },
      gzip: gzip(),
    });
  }

  const sendMessage = (request: FastifyRequest, reply: FastifyReply, page: StillPage) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    return sendStill(request, reply, page);
  };

  async function sendPage(request: PublicRequest, reply: FastifyReply, slug: string) {
    const page = readPage(request.query.page);
    const path = `/${slug}`;
    const asked = await unknown
      .look(
        addressBlock(request.ip),
        () => cache.load(pagePath(slug, page), () => render(slug, page)),
        (found) => found instanceof CachedPage || found.kind !== 'none',
      )
      .catch((error: unknown) => {
        request.log.warn({ reason: (error as Error).message }, 'the public logbook cannot be read');
        return { result: { kind: 'unavailable' } as const };
      });
    if ('wait' in asked) {
      reply.header('retry-after', String(asked.wait));
      return sendMessage(request, reply, tooManyPage(path));
    }
    const found = asked.result;
    if (found instanceof CachedPage) return sendCached(request, reply, found);
    if (found.kind === 'none') return sendMessage(request, reply, notFoundPage);
    if (found.kind === 'unavailable') {
      reply.header('retry-after', '60');
      return sendMessage(request, reply, unavailablePage(path));
    }
    // Not forever: the link can belong to another user later, and the logbook can get more pages.
    const target = found.kind === 'beyond' ? found.path : `/${found.slug}`;
    return reply.header('cache-control', 'no-store').redirect(target, 302);
  }

  async function renderJson(slug: string): Promise<CachedPage | Exclude<Found, { kind: 'found' }>> {
    const found = await readLogbook(pool, slug, 1);
    if (found.kind !== 'found') return found;
    const text = JSON.stringify(resumeDocument(found.logbook, config.appUrl), null, 2);
    return new CachedPage({
      owner: found.logbook.user_id,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
        'cache-control': 'no-cache',
        'x-robots-tag': 'noindex',
        vary: 'accept-encoding',
      },
      gzip: gzipSync(text),
    });
  }

  async function sendJson(request: PublicRequest, reply: FastifyReply, slug: string) {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    const asked = await unknown.look(
      addressBlock(request.ip),
      () => cache.load(`/${slug}.json`, () => renderJson(slug)),
      (found) => found instanceof CachedPage || found.kind !== 'none',
    );
    if ('wait' in asked) return sendCommon(reply, 'too_many_requests', { retryAfter: asked.wait });
    const found = asked.result;
    if (found instanceof CachedPage) return sendCached(request, reply, found);
    if (found.kind === 'none') return sendCommon(reply, 'not_found');
    return reply.redirect(`/${found.slug}.json`, 302);
  }

  return (request: PublicRequest, reply: FastifyReply) => {
    const asked = readPublicPath(request.params.segment);
    if (asked.kind === 'none') return reply.callNotFound();
    if (asked.kind === 'move') return reply.redirect(asked.path, 301);
    return asked.kind === 'json'
      ? sendJson(request, reply, asked.slug)
      : sendPage(request, reply, asked.slug);
  };
}
