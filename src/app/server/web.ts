// Serves the browser app: its built files, and its document for every page path. Other paths get the same document with
// status 404. Shared pages are rendered once and kept. A signed-in user's page is rendered per request and includes
// their latest entries, in one trip to the database.
import { acceptedEncodings } from '#platform/http/encodings.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { appPreviews } from './app-previews.ts';
import { firstCalls, type FirstResponses } from '#app/first-page.ts';
import { paths } from '#app/paths.ts';
import { readSignedInUser } from '#features/accounts/server/operations/read-signed-in-user.ts';
import { firstPage } from '#features/check-ins/server/operations/read-check-ins.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { Config } from '#platform/config/config.ts';
import type { Reader } from '#platform/database/transaction.ts';
import { respondInTrip } from '#platform/http/bind.ts';
import type { PreviewPicture } from '#platform/http/link-preview.ts';
import type { Prepared, PreparedResponses } from '#platform/http/prepared.ts';
import { sendCommon } from '#platform/http/problem.ts';
import { hasSessionCookie, mayHaveSessionCookie } from '#platform/http/tokens.ts';
import { livePosition } from '#platform/live/hub.ts';
import {
  describeReader,
  parseReader,
  readerCookie,
  readerCookieSeconds,
  type Reader as PageReader,
} from '#platform/reader/reader.ts';
import type { PageRenderer } from '../prerender/pages.tsx';
import { serveBuiltFiles } from './built-files.ts';
import { PageDocument, type DocumentContent } from './document.ts';
import { serveOfflineApp } from './offline-app.ts';
import { preloads } from './preloads.ts';
import { referrerOf, SharedPages } from './shared-pages.ts';

type Parts = {
  config: Config;
  pool: pg.Pool;
  /** The folder of the built browser app. */
  root: string;
  prepared: PreparedResponses;
  /** Renders pages on the server. Without it, only the browser renders them. */
  renderer: PageRenderer | undefined;
  /** Of link previews. */
  picture: PreviewPicture | undefined;
  /** The page that the service worker shows in place of one that it has not stored. */
  needsConnection: Prepared;
};

/** Characters of a response in the document above which the page requests it, so that it does not delay the document. */
const maxResponse = 30_000;
/** Number of entries in the document: more than a window shows, so that scrolling does not wait for the next page. */
const maxEntries = 30;
/** Total size of entries above which the page fetches them instead, so that they do not delay the document. In characters. */
const maxSize = 60_000;
/** What rendering a tag or a link takes, in characters of a text that has none. */
const markSize = 200;
/** Where a tag or a link may begin. */
const marks = /#|:\/\//g;
const sizeOf = ({ content }: CheckIn) => content.length + markSize * (content.match(marks)?.length ?? 0);

export async function serveWeb(server: FastifyInstance, parts: Parts): Promise<void> {
  const { config, pool, root, prepared, renderer, picture, needsConnection } = parts;
  const document = new PageDocument(readFileSync(join(root, 'index.html'), 'utf8'), config);
  const linksOf = preloads(root);
  const shared = new SharedPages({ document, linksOf, previewOf: appPreviews(config, picture), renderer });

  const sendShared = async (request: FastifyRequest, reply: FastifyReply, path: string, status = 200) => {
    const session = hasSessionCookie(request) ? 'unknown' : null;
    const { headers, body } = (await shared.page(path, searchOf(request), session)).pick(
      request.headers['accept-encoding'],
    );
    return reply.code(status).headers(headers).send(body);
  };

  async function firstResponses(tx: Reader): Promise<FirstResponses> {
    const responses = await Promise.all(
      Object.entries(firstCalls).map(
        async ([name, key]) => [name, await respondInTrip(server, key, tx)] as const,
      ),
    );
    const short = responses.filter(([, response]) => JSON.stringify(response ?? '').length <= maxResponse);
    return Object.fromEntries(short) as FirstResponses;
  }

  /** The document for the signed-in user. Undefined when the session is unknown. */
  async function userDocument(request: FastifyRequest, path: string): Promise<DocumentContent | undefined> {
    const reader = parseReader(request.cookies[readerCookie]);
    const month = reader && renderer && path === paths.home ? renderer.currentMonth(reader.timeZone) : null;
    const found = await readSignedInUser(pool, request, (tx) =>
      Promise.all([
        livePosition(tx),
        path === paths.home ? firstResponses(tx) : null,
        month ? firstPage(tx, { timeZone: reader!.timeZone, ...month, limit: maxEntries }) : null,
      ]),
    );
    if (!found) return undefined;
    const {
      signedIn,
      more: [position, responses, more],
      isRenewalDue,
    } = found;
    const size = more?.rows.rows.reduce((sum, entry) => sum + sizeOf(entry), 0) ?? 0;
    const entries =
      more && size <= maxSize ? { ...more, month: month!.month, timezone: reader!.timeZone } : null;
    const first = responses && { responses, entries };
    const links = linksOf(path);
    const own = { path: pathOf(request), search: searchOf(request), signedIn, firstPage: first, reader };
    const page = (await renderer?.own(own)) ?? '';
    return { session: signedIn, isRenewalDue, position, page, firstPage: first, reader, links };
  }

  // During a database outage the page retries the session itself, and explains more than a problem document could.
  const tryUserDocument = async (request: FastifyRequest, path: string) => {
    try {
      return await userDocument(request, path);
    } catch (error) {
      request.log.warn({ reason: (error as Error).message }, 'the page is sent without its session');
      return undefined;
    }
  };

  const sendUserDocument = (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    content: DocumentContent,
  ) => {
    const useGzip = acceptedEncodings(request.headers['accept-encoding']).has('gzip');
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': document.policy,
      // The document is personal: no cache may store it, not even this browser's for "back" after signing out.
      'cache-control': 'private, no-store',
      vary: 'cookie, accept-encoding',
      ...referrerOf(path),
      ...(useGzip && { 'content-encoding': 'gzip' }),
    });
    if (content.reader) keepReaderCookie(reply, content.reader);
    return reply.send(useGzip ? document.gzip(content) : document.plain(content));
  };

  serveBuiltFiles(server, root, prepared);
  const shell = (await shared.page('offline', '', 'offline')).pick(undefined);
  serveOfflineApp(server, { config, root, shell, needsConnection });
  for (const path of Object.values(paths)) {
    const sharedPage = await shared.page(path, '', null);
    if (!path.includes('$'))
      prepared.add(
        path,
        (headerOf) =>
          mayHaveSessionCookie(headerOf('cookie')) ? undefined : sharedPage.pick(headerOf('accept-encoding')),
        (query) => shared.isSame(path, query),
      );
    server.get(path.replace('$', ':'), async (request, reply) => {
      // The sign-in page requests the session itself: most of its visitors have none.
      const needsSession = path !== paths.auth && hasSessionCookie(request);
      const content = needsSession ? await tryUserDocument(request, path) : undefined;
      return content ? sendUserDocument(request, reply, path, content) : sendShared(request, reply, path);
    });
  }
  server.setNotFoundHandler((request: FastifyRequest, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || request.url.startsWith('/api/')) return sendCommon(reply, 'not_found');
    return sendShared(request, reply, 'missing', 404);
  });
}

/** Sets the reader's cookie again. Some browsers keep one that a script has set for only 7 days. */
function keepReaderCookie(reply: FastifyReply, reader: PageReader): void {
  reply.setCookie(readerCookie, describeReader(reader), {
    ...{ path: '/', maxAge: readerCookieSeconds, sameSite: 'lax' },
    secure: reply.server.cookieNames.secure,
    // As the script writes it.
    encode: encodeURIComponent,
  });
}

/** The path of the request's URL. */
function pathOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
}

/** The query of the request's URL, including its question mark. */
function searchOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}
