import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import type { FileStore } from '#platform/files/store.ts';
import { bind, refuse } from '#platform/http/bind.ts';
import { refusals } from '../constants.ts';
import { operations, type MailAddressState } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { acceptMail } from './operations/accept-message.ts';
import { MailAddresses } from './operations/mail-addresses.ts';
import { serveMailWebhook } from './operations/mail-webhook.ts';
import { addressOf, endAddress, putAddress } from './store.ts';

type Parts = { config: Config; pool: pg.Pool; files: FileStore; appSecret: string };

export async function mailInRoutes(server: FastifyInstance, parts: Parts): Promise<void> {
  const { config, pool, appSecret } = parts;
  const addresses = config.mailIn && new MailAddresses(config.mailIn, appSecret);

  const stateOf = async (tx: Tx, userId: string): Promise<MailAddressState> => {
    const stored = addresses && (await addressOf(tx, userId));
    if (!stored) return { receives: addresses !== undefined, address: null };
    const { id, created_at, last_used_at } = stored;
    return {
      receives: true,
      address: { email: addresses.addressFor(userId, id).email, created_at, last_used_at },
    };
  };

  bind(server, pool, {
    tag: { name: 'Inbound email', description: 'The private address to which the user writes entries.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/mail_address': ({ tx, viewer }) => stateOf(tx, viewer.userId),
      async 'POST /api/mail_address'({ tx, viewer: { userId }, input: { body } }) {
        if (!addresses) return refuse('no_inbound_mail');
        await putAddress(tx, userId, body.id, addresses.addressFor(userId, body.id).hash);
        return stateOf(tx, userId);
      },
      async 'DELETE /api/mail_address'({ tx, viewer: { userId } }) {
        await endAddress(tx, userId);
        return stateOf(tx, userId);
      },
    },
  });
  const secret = config.mailIn?.secret;
  const accept = acceptMail(parts);
  if (secret !== undefined && accept) await serveMailWebhook(server, { secret, accept });
}
