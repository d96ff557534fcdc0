import type pg from 'pg';
import type { AddressProofs } from '#features/accounts/server/operations/address-proofs.ts';
import { senderNamed } from '#features/accounts/server/operations/mail-sender.ts';
import type { Config } from '#platform/config/config.ts';
import type { RenewMail } from '#platform/mail/jobs.ts';
import { shoutoutMail } from '../mails.tsx';
import { shoutoutMailNow } from '../store.ts';

type Parts = { pool: pg.Pool; config: Pick<Config, 'instanceName' | 'appUrl'>; proofs: AddressProofs };

/** Writes the email of a shoutout when it is sent, which is when the 14 days of its sign-up link begin. */
export function renewShoutoutMail({ pool, config, proofs }: Parts): RenewMail {
  return async (id) => {
    const now = await shoutoutMailNow(pool, id);
    if (!now) return null;
    const { recipient: to, message, excerpt } = now;
    const { instanceName, appUrl } = config;
    const proof = proofs.tokenFor(to, Date.now());
    const sender = senderNamed(now.full_name, now.address);
    return shoutoutMail({ id, to, sender, message, excerpt, instanceName, appUrl, proof });
  };
}
