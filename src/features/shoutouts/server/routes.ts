import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { AddressProofs } from '#features/accounts/server/operations/address-proofs.ts';
import type { Config } from '#platform/config/config.ts';
import { bind } from '#platform/http/bind.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { operations, refusals } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { keepShoutout } from './operations/keep-shoutout.ts';
import { countUnread, listShoutouts } from './operations/read-shoutouts.ts';
import { sendShoutout } from './operations/send-shoutout.ts';
import { senderNames } from './store.ts';

type Parts = { config: Config; pool: pg.Pool; appSecret: string; mailer: Mailer };

export function shoutoutRoutes(server: FastifyInstance, { config, pool, appSecret, mailer }: Parts): void {
  const parts = { config, mailer, proofs: new AddressProofs(appSecret) };
  bind(server, pool, {
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/shoutouts': listShoutouts,
      'GET /api/shoutouts/unread_count': countUnread,
      'POST /api/shoutouts': ({ tx, viewer, input }) => sendShoutout(parts, { tx, viewer, body: input.body }),
      'POST /api/shoutouts/:id/keep': ({ tx, input }) =>
        keepShoutout({ tx, id: input.params.id, checkInId: input.body.check_in_id, now: Date.now() }),
      'POST /api/rpc/get_sender_names': async ({ tx, input }) => ({
        rows: await senderNames(tx, input.body.sender_ids),
      }),
    },
  });
}
