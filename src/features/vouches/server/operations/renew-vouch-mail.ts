import type pg from 'pg';
import { senderNamed } from '#features/accounts/server/operations/mail-sender.ts';
import type { RenewMail } from '#platform/mail/jobs.ts';
import { vouchMail } from '../mails.tsx';
import { vouchMailNow } from '../store.ts';
import type { VouchLinks } from './vouch-links.ts';

type Parts = { pool: pg.Pool; links: VouchLinks };

/** Writes the email to a reference when it is sent, with the owner's verified address (R-A3). */
export function renewVouchMail({ pool, links }: Parts): RenewMail {
  return async (id) => {
    const { link, tokenHash } = links.linkFor(id);
    const now = await vouchMailNow(pool, id, tokenHash);
    if (!now) return null;
    // Only the email itself contains a link that was made before links were computed.
    if (!now.is_linked) return 'as posted';
    return vouchMail({ id, vouch: now, sender: senderNamed(now.full_name, now.address), link });
  };
}
