// The browser app: its built files, and its one page for every address that the app knows; any other address gets the
// same page with the status 404. Pages that depend on nobody are drawn once and lie ready; a signed-in person's is drawn for
// each request, with their first entries in it, from one trip to the database.
import { acceptedEncodings } from '#platform/http/encodings.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { paths } from '#app/paths.ts';
import { whoAsks } from '#features/accounts/server/operations/who.ts';
import { firstPage } from '#features/check-ins/server/operations/read-check-ins.ts';
import type { Config } from '#platform/config/config.ts';
import type { PreparedAnswers } from '#platform/http/prepared.ts';
import { sendCommon } from '#platform/http/problem.ts';
import { carriesSession, mayCarrySession } from '#platform/http/tokens.ts';
import { parseReader, readerCookie } from '#platform/reader/reader.ts';
import type { PageRenderer } from '../prerender/pages.tsx';
import { serveBuiltFiles } from './built-files.ts';
import { PageDocument, type Filling } from './document.ts';
import { serveOfflineApp } from './offline-app.ts';
import { preloads } from './preloads.ts';
import { ReaderlessPages } from './readerless-pages.ts';

type Parts = {
  config: Config;
  pool: pg.Pool;
  /** The folder of the built app. */
  root: string;
  prepared: PreparedAnswers;
  /** Draws the pages; without it they are drawn in the browser alone. */
  renderer: PageRenderer | undefined;
};

/** Entries in the document: more than a window shows, so that scrolling does not wait for the next page. */
const entriesSent = 30;
/** Longer entries than this in sum, in characters, are left to the page: the document must not wait for them. */
const mostText = 60_000;

export async function serveWeb(server: FastifyInstance, parts: Parts): Promise<void> {
  const { config, pool, root, prepared, renderer } = parts;
  const document = new PageDocument(readFileSync(join(root, 'index.html'), 'utf8'), config);
  const linksOf = preloads(root);
  const readerless = new ReaderlessPages(document, linksOf, renderer);

  const sendReaderless = async (request: FastifyRequest, reply: FastifyReply, path: string, status = 200) => {
    const who = carriesSession(request) ? 'unknown' : null;
    const { headers, body } = (await readerless.page(path, searchOf(request), who)).pick(
      request.headers['accept-encoding'],
    );
    return reply.code(status).headers(headers).send(body);
  };

  /** The page of whoever is signed in; undefined where that is not known. */
  async function personal(request: FastifyRequest, path: string): Promise<Filling | undefined> {
    const reader = parseReader(request.cookies[readerCookie]);
    const month = reader && renderer && path === paths.home ? renderer.currentMonth(reader.timeZone) : null;
    const found = await whoAsks(pool, request, async (tx) =>
      month ? firstPage(tx, { timeZone: reader!.timeZone, ...month, limit: entriesSent }) : null,
    );
    if (!found) return undefined;
    const { signedIn, more } = found;
    const text = more?.rows.rows.reduce((sum, { content }) => sum + content.length, 0) ?? 0;
    const sent =
      more && text <= mostText ? { ...more, month: month!.month, timezone: reader!.timeZone } : null;
    const links = linksOf(path);
    if (path !== paths.home) return { who: signedIn, page: renderer?.loading() ?? '', links };
    const home = { search: searchOf(request), signedIn, firstPage: sent, reader };
    return { who: signedIn, page: (await renderer?.home(home)) ?? '', firstPage: sent, links };
  }

  // The page says it better than a problem document when the database is away: it asks again by itself.
  const personalOrNot = async (request: FastifyRequest, path: string) => {
    try {
      return await personal(request, path);
    } catch (error) {
      request.log.warn({ reason: (error as Error).message }, 'the page goes out without its reader');
      return undefined;
    }
  };

  const sendPersonal = (request: FastifyRequest, reply: FastifyReply, filling: Filling) => {
    const packed = acceptedEncodings(request.headers['accept-encoding']).has('gzip');
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': document.policy,
      // It is one person's: no cache may keep it, not even this browser's for the way back after signing out.
      'cache-control': 'private, no-store',
      vary: 'cookie, accept-encoding',
      ...(packed && { 'content-encoding': 'gzip' }),
    });
    return reply.send(packed ? document.gzip(filling) : document.plain(filling));
  };

  serveBuiltFiles(server, root, prepared);
  // The service worker keeps it, so it must not depend on the request.
  const { headers, body } = (await readerless.page('offline', '', 'offline')).pick(undefined);
  const { vary: _sameForAll, ...shellHeaders } = headers;
  serveOfflineApp(server, { config, root, shell: { headers: shellHeaders, body } });
  for (const path of Object.values(paths)) {
    const ready = await readerless.page(path, '', null);
    prepared.add(path, (headerOf) =>
      mayCarrySession(headerOf('cookie')) ? undefined : ready.pick(headerOf('accept-encoding')),
    );
    server.get(path, async (request, reply) => {
      // The sign-in page asks by itself: most who come there are not signed in.
      const asks = path !== paths.auth && carriesSession(request);
      const filling = asks ? await personalOrNot(request, path) : undefined;
      return filling ? sendPersonal(request, reply, filling) : sendReaderless(request, reply, path);
    });
  }
  server.setNotFoundHandler((request: FastifyRequest, reply) => {
    const forPage = request.method === 'GET' || request.method === 'HEAD';
    if (!forPage || request.url.startsWith('/api/')) return sendCommon(reply, 'not_found');
    return sendReaderless(request, reply, 'missing', 404);
  });
}

/** The query of the request's address, with its question mark. */
function searchOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}
