// The page that pauses or stops the weekly email or the reminders (R-N5). A GET changes nothing. The mail client's own button
// posts without the page (RFC 8058). No session, no script.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { transact } from '#platform/database/transaction.ts';
import { privateHeaders, type SendStill, type StillPage } from '#platform/http/still-page.ts';
import { choices, deadPage, quietPage } from '../documents/quiet-page.tsx';
import { quiet, stateOf } from '../store.ts';
import type { Quieted, ReminderLinks } from './reminder-links.ts';

type Parts = { pool: pg.Pool; links: ReminderLinks; sendStill: SendStill };

/** Bytes of the form. */
export const quietFormLimit = 1024;

/** The handlers of the page: `show` for GET, `choose` for its form and for mail clients. */
export function quietPages({ pool, links, sendStill }: Parts) {
  const opened = (request: FastifyRequest): Quieted | undefined => {
    const { token } = request.query as { token?: unknown };
    return typeof token === 'string' ? links.openQuiet(token) : undefined;
  };
  const send = (request: FastifyRequest, reply: FastifyReply, page: StillPage) =>
    sendStill(request, reply.headers(privateHeaders), page);

  return {
    async show(request: FastifyRequest, reply: FastifyReply) {
      const link = opened(request);
      if (!link) return send(request, reply, deadPage());
      const state = await transact(pool, null, (tx) => stateOf(tx, link.userId, link.kind));
      return send(request, reply, quietPage(link.kind, state ?? 'off'));
    },

    async choose(request: FastifyRequest, reply: FastifyReply) {
      const link = opened(request);
      if (!link) return send(request, reply, deadPage());
      const { choice } = (request.body ?? {}) as { choice?: unknown };
      const chosen = choice === choices.pause ? 'paused' : 'off';
      const state = await transact(pool, null, async (tx) => {
        await quiet(tx, link.userId, link.kind, chosen);
        return stateOf(tx, link.userId, link.kind);
      });
      return send(request, reply, quietPage(link.kind, state ?? 'off'));
    },
  };
}
