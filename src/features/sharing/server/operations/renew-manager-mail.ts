import type pg from 'pg';
import { senderNamed } from '#features/accounts/server/operations/mail-sender.ts';
import type { SnapshotLinks } from '#features/snapshot/server/operations/snapshot-links.ts';
import type { Config } from '#platform/config/config.ts';
import type { RenewMail } from '#platform/mail/jobs.ts';
import { managerSnapshotMail } from '../mails.tsx';
import { managerMailNow } from '../store.ts';

type Parts = { pool: pg.Pool; config: Pick<Config, 'instanceName'>; links: SnapshotLinks };

/** Writes an email to a manager from the entry as of the time the email is sent, when the 30 days of its link begin. */
export function renewManagerMail({ pool, config, links }: Parts): RenewMail {
  return async (id) => {
    const now = await managerMailNow(pool, id);
    if (!now) return null;
    const { recipient: to, check_in_id: checkInId, content, emoji } = now;
    const link = links.linkFor({ checkInId, managerEmail: to, at: new Date() });
    const sender = senderNamed(now.full_name, now.address);
    const { instanceName } = config;
    return managerSnapshotMail({ id, to, sender, entry: { content, emoji }, link, instanceName });
  };
}
