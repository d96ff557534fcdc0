// The browser app: its built files, and its one page for every address that the app knows; any other address gets the
// same page with the status 404.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { paths } from '#app/paths.ts';
import type { SignedIn } from '#features/accounts/contract.ts';
import { whoAsks } from '#features/accounts/server/operations/who.ts';
import type { Config } from '#platform/config/config.ts';
import { escapeHtml } from '#platform/http/html.ts';
import type { PreparedAnswers } from '#platform/http/prepared.ts';
import { sendCommon } from '#platform/http/problem.ts';
import { pagePolicy } from '#platform/http/security-headers.ts';
import { carriesSession } from '#platform/http/tokens.ts';
import { serveBuiltFiles } from './built-files.ts';
import { serveOfflineApp } from './offline-app.ts';
import { preloads } from './preloads.ts';

/** What stands before and after what the page knows of its reader. */
type Page = [string, string];

/** The page with the instance's settings filled in and the session's place left open. */
function fill(file: string, config: Config, links: string): Page {
  const settings = { instanceName: config.instanceName, mode: config.mode, offlineApp: config.offlineApp };
  const [head = '', tail = ''] = file
    .replaceAll('__LOGBOOK_CONFIG__', escapeHtml(JSON.stringify(settings)))
    .replaceAll('__INSTANCE_NAME__', escapeHtml(config.instanceName))
    .replace('</head>', `${links}</head>`)
    .split('__LOGBOOK_SESSION__');
  return [head, tail];
}

/** The policy that lets exactly the page's own inline scripts run. */
function policyOf(file: string): string {
  const inline = [...file.matchAll(/<script>([\s\S]*?)<\/script>/g)];
  return pagePolicy(
    inline.map(([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`),
  );
}

/**
 * What a page knows of its reader: who it is, that there is nobody (null), that it has to ask, or that the service worker
 * shows it without a connection.
 */
type Unknown = null | 'unknown' | 'offline';

type Parts = {
  config: Config;
  pool: pg.Pool;
  /** The folder of the built app. */
  root: string;
  prepared: PreparedAnswers;
};

export function serveWeb(server: FastifyInstance, { config, pool, root, prepared }: Parts): void {
  const file = readFileSync(join(root, 'index.html'), 'utf8');
  const policy = policyOf(file);
  const linksOf = preloads(root);
  const pages = new Map(Object.values(paths).map((path) => [path, fill(file, config, linksOf(path))]));
  const guestPage = fill(file, config, linksOf('guest'));
  const missing = fill(file, config, '');
  const headersFor = (who: SignedIn | Unknown) => ({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    // With the person's name in it the page is nobody else's.
    'cache-control': who && typeof who !== 'string' ? 'private, no-store' : 'no-cache',
    vary: 'cookie',
  });
  const text = ([head, tail]: Page, who: SignedIn | Unknown) =>
    `${head}${escapeHtml(JSON.stringify(who))}${tail}`;
  const send = (reply: FastifyReply, page: Page, who: SignedIn | Unknown, status = 200) =>
    reply.code(status).headers(headersFor(who)).send(text(page, who));
  const unknown = (request: FastifyRequest): Unknown => (carriesSession(request) ? 'unknown' : null);

  // The page says it better than a problem document when the database is away: it asks again by itself.
  const knownOrUnknown = async (request: FastifyRequest): Promise<SignedIn | 'unknown'> => {
    try {
      return (await whoAsks(pool, request)) ?? 'unknown';
    } catch (error) {
      request.log.warn({ reason: (error as Error).message }, 'the page goes out without its reader');
      return 'unknown';
    }
  };

  serveBuiltFiles(server, root, prepared);
  const { vary: _sameForAll, ...shellHeaders } = headersFor('offline');
  const shell = { headers: shellHeaders, body: Buffer.from(text(missing, 'offline')) };
  serveOfflineApp(server, { config, root, shell });
  for (const [path, page] of pages) {
    const nobodys = {
      headers: headersFor(null),
      body: Buffer.from(text(path === paths.home ? guestPage : page, null)),
    };
    prepared.add(path, (headerOf) => (headerOf('cookie') === undefined ? nobodys : undefined));
    server.get(path, async (request, reply) => {
      // The sign-in page asks by itself: most who come there are not signed in.
      if (path === paths.auth) return send(reply, page, unknown(request));
      if (carriesSession(request)) return send(reply, page, await knownOrUnknown(request));
      return send(reply, path === paths.home ? guestPage : page, null);
    });
  }
  server.setNotFoundHandler((request: FastifyRequest, reply) => {
    const forPage = request.method === 'GET' || request.method === 'HEAD';
    if (!forPage || request.url.startsWith('/api/')) return sendCommon(reply, 'not_found');
    return send(reply, missing, unknown(request), 404);
  });
}
