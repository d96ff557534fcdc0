import type pg from 'pg';
import { senderNamed } from '#features/accounts/server/operations/mail-sender.ts';
import type { Config } from '#platform/config/config.ts';
import type { RenewMail } from '#platform/mail/jobs.ts';
import { invitationMailNow } from '../invitation-store.ts';
import { invitationMail } from '../mails.tsx';
import type { InvitationLinks } from './invitation-links.ts';

type Parts = { pool: pg.Pool; config: Pick<Config, 'instanceName'>; links: InvitationLinks };

/** Writes the email of an invitation when it is sent, with the sender's verified address (R-A3). */
export function renewInvitationMail({ pool, config, links }: Parts): RenewMail {
  return async (id) => {
    const now = await invitationMailNow(pool, id);
    if (!now) return null;
    const { type, recipient: to } = now;
    const { link } = links.linkFor({ id: now.id, senderId: now.sender_id, type, address: to });
    const sender = senderNamed(now.full_name, now.address);
    return invitationMail({ id, type, to, sender, link, instanceName: config.instanceName });
  };
}
