// Serves the page that a link in an email about the tips opens (R-K2). The link's token moves into a cookie, so that it
// leaves the address bar and the history without a script. Opening the page changes nothing; only its form does.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { transact, type Tx } from '#platform/database/transaction.ts';
import { privateHeaders, type SendStill, type StillPage } from '#platform/http/still-page.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { choices, deadPage, signupPage, stoppedPage, unavailablePage } from '../documents/tips-page.tsx';
import { tipsLimits } from '../../tips-constants.ts';
import { confirmTips, signupOf, stopTips } from '../store.ts';
import { tipsPath } from './tips-links.ts';

type Parts = { config: Pick<Config, 'https'>; pool: pg.Pool; sendStill: SendStill };

const cookieName = 'logbook-tips';
/** Bytes of the form. */
export const formLimit = 1024;

/** The handlers of the page: `show` for GET, `choose` for its form. */
export function tipsPages({ config, pool, sendStill }: Parts) {
  const cookie = { path: tipsPath, httpOnly: true, sameSite: 'lax', secure: config.https } as const;

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    read: (tx: Tx) => Promise<StillPage>,
    href = tipsPath,
  ) {
    reply.headers(privateHeaders);
    try {
      return await sendStill(request, reply, await transact(pool, null, read));
    } catch (error) {
      request.log.warn({ reason: (error as Error).message }, 'the sign-up for the tips cannot be read');
      return sendStill(request, reply.header('retry-after', '60'), unavailablePage(href));
    }
  }

  return {
    async show(request: FastifyRequest, reply: FastifyReply) {
      const { token: linked, stop } = request.query as { token?: unknown; stop?: unknown };
      const stops = stop !== undefined;
      const path = stops ? `${tipsPath}?stop` : tipsPath;
      if (isToken(linked)) {
        reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
        return reply
          .setCookie(cookieName, linked, { ...cookie, maxAge: tipsLimits.reloadMinutes * 60 })
          .redirect(path, 303);
      }
      const token = linked === undefined ? request.cookies[cookieName] : undefined;
      const read = async (tx: Tx) => (isToken(token) ? pageOf(tx, token, stops) : deadPage());
      return send(request, reply, read, path);
    },

    async choose(request: FastifyRequest, reply: FastifyReply) {
      const { token, choice } = (request.body ?? {}) as { token?: unknown; choice?: unknown };
      return send(request, reply, async (tx) => {
        if (!isToken(token)) return deadPage();
        if (choice === choices.confirm) await confirmTips(tx, hashToken(token));
        if (choice !== choices.stop) return pageOf(tx, token);
        await stopTips(tx, hashToken(token));
        return stoppedPage();
      });
    },
  };
}

async function pageOf(tx: Tx, token: string, stops = false): Promise<StillPage> {
  const signup = await signupOf(tx, hashToken(token));
  return signup ? signupPage(signup, token, stops) : deadPage();
}

/** Whether this may be the token of a link. Only those become cookies. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{43}$/.test(value);
}
