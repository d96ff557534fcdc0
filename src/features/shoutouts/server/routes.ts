import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bind } from '#platform/http/bind.ts';
import { operations, refusals } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { keepShoutout } from './operations/keep-shoutout.ts';
import { countUnread, listShoutouts } from './operations/read-shoutouts.ts';
import { sendParts, sendShoutout, sendShoutoutAgain, type SendingParts } from './operations/send-shoutout.ts';
import { senderNames } from './store.ts';

type Parts = SendingParts & { pool: pg.Pool };

export function shoutoutRoutes(server: FastifyInstance, parts: Parts): void {
  const shoutouts = sendParts(parts);
  bind(server, parts.pool, {
    tag: { name: 'Shoutouts', description: 'Appreciation between colleagues, sent and received.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/shoutouts': listShoutouts,
      'GET /api/shoutouts/unread_count': countUnread,
      'POST /api/shoutouts': ({ tx, viewer, input }) =>
        sendShoutout(shoutouts, { tx, viewer, body: input.body }),
      'POST /api/shoutouts/:id/send_again': ({ tx, viewer, input }) =>
        sendShoutoutAgain(shoutouts, { tx, viewer, id: input.params.id }),
      'POST /api/shoutouts/:id/keep': ({ tx, input }) =>
        keepShoutout({ tx, id: input.params.id, checkInId: input.body.check_in_id, now: Date.now() }),
      'POST /api/rpc/get_sender_names': async ({ tx, input }) => ({
        rows: await senderNames(tx, input.body.sender_ids),
      }),
    },
  });
}
