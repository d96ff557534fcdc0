// The page of a public logbook and its JSON document. The page is the same for everyone, so it is cached, and dropped in
// all processes when something of its owner changes.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import type { InlineScript } from '#platform/http/inline-script.ts';
import { CachedPage, PageCache, sendCached } from '#platform/http/page-cache.ts';
import type { PreparedAnswers } from '#platform/http/prepared.ts';
import { sendCommon } from '#platform/http/problem.ts';
import type { StillPage, StillPages } from '#platform/http/still-page.ts';
import type { UnknownLimit } from '#platform/http/unknown-limit.ts';
import type { LiveHub } from '#platform/live/hub.ts';
import { followedKinds } from '../../contract.ts';
import { pagePath, pagesOf, readPage } from '../../rules.ts';
import { logbookPage } from '../documents/logbook-page.tsx';
import { notFoundPage, tooManyPage, unavailablePage } from '../documents/message-page.tsx';
import { resumeDocument } from './resume-document.ts';
import { readLogbook, type Found } from './read-logbook.ts';
import { readPublicPath } from './read-path.ts';

type Parts = StillPages & {
  config: Config;
  pool: pg.Pool;
  hub: LiveHub;
  prepared: PreparedAnswers;
  unknown: UnknownLimit;
  /** The built script of the form. */
  script: InlineScript;
};

/** Bytes of cached pages in this process: about 600 pages. */
const cacheBytes = 16 * 1024 * 1024;

type PublicRequest = FastifyRequest<{ Params: { segment: string }; Querystring: { page?: unknown } }>;

/** `beyond`: the logbook has fewer pages, and the last one is at the path. */
type Rendered = CachedPage | Exclude<Found, { kind: 'found' }> | { kind: 'beyond'; path: string };

/** Returns the handler for paths of one segment. */
export function servePage(server: FastifyInstance, parts: Parts) {
  const { config, pool, hub, prepared, renderStill, sendStill, unknown, script } = parts;
  const cache = new PageCache({ maxBytes: cacheBytes, prepared, isFollowing: () => hub.isListening });
  const unwatch = hub.watch(({ kind, owner }) => {
    if (followedKinds.includes(kind)) cache.drop(owner);
  });
  const leave = hub.onGap(() => cache.clear());
  server.addHook('onClose', async () => {
    unwatch();
    leave();
  });

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
        () => (page === 1 ? cache.load(path, () => render(slug, page)) : render(slug, page)),
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

  async function sendJson(request: PublicRequest, reply: FastifyReply, slug: string) {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    const asked = await unknown.look(
      addressBlock(request.ip),
      () => readLogbook(pool, slug, 1),
      ({ kind }) => kind !== 'none',
    );
    if ('wait' in asked) return sendCommon(reply, 'too_many_requests', { retryAfter: asked.wait });
    const found = asked.result;
    if (found.kind === 'none') return sendCommon(reply, 'not_found');
    if (found.kind === 'moved') return reply.redirect(`/${found.slug}.json`, 302);
    return reply
      .type('application/json; charset=utf-8')
      .headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-cache' })
      .send(JSON.stringify(resumeDocument(found.logbook, config.appUrl), null, 2));
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
