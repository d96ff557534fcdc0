import type pg from 'pg';
import { mailBody, type RenewMail } from '#platform/mail/jobs.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { linkWorks } from '../link-store.ts';
import { packetPath } from './packet-links.ts';

const links = new RegExp(`${packetPath}/([A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])`, 'g');

/**
 * Sends the email of a packet only while its link works: the owner may have ended it, or made a new one, while the email
 * was held or waited (R-M3).
 */
export function renewPacketMail({ pool, appSecret }: { pool: pg.Pool; appSecret: string }): RenewMail {
  return async (id) => {
    const body = await mailBody(pool, appSecret, id);
    const tokens = new Set([...(body?.text ?? '').matchAll(links)].map(([, token]) => token!));
    for (const token of tokens) if (!(await linkWorks(pool, hashToken(token)))) return null;
    return 'as posted';
  };
}
