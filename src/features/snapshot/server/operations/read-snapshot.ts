import type pg from 'pg';
import { shownName } from '#features/accounts/name-rules.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import { transact } from '#platform/database/transaction.ts';
import { language } from '#platform/text/language.ts';
import { texts } from '../../texts.ts';
import { readLinkText, type LinkText } from '../../rules.ts';
import { sharedSnapshot } from '../store.ts';
import type { SnapshotLinks } from './snapshot-links.ts';

export type Snapshot =
  | { from: 'nothing' }
  | ({ from: 'link' } & LinkText)
  | {
      from: 'entry';
      /** The author, as `shownName` names them (R-A3). */
      name: string;
      /** The author's address, if it is verified. */
      address: string | null;
      content: string;
      emoji: string | null;
      /** `November 20, 2026`, in the author's time zone. */
      day: string;
      /** The last day of the link, in the same format. */
      lastDay: string;
    };

/** What the snapshot page shows for the query of its URL (R-G1). With a token, the rest of the query is ignored. */
export async function readSnapshot(
  { pool, links }: { pool: pg.Pool; links: SnapshotLinks },
  query: URLSearchParams,
): Promise<Snapshot> {
  const token = query.get('s');
  if (token === null) {
    const text = readLinkText(query);
    return text ? { from: 'link', ...text } : { from: 'nothing' };
  }
  const shared = links.verify(token);
  if (!shared) return { from: 'nothing' };
  const row = await transact(pool, null, (tx) => sharedSnapshot(tx, shared.checkInId, shared.managerEmail));
  if (!row) return { from: 'nothing' };
  const { full_name: fullName, address, content, emoji } = row;
  const timeZone = knownTimeZone(row.time_zone) ?? 'UTC';
  const format = new Intl.DateTimeFormat(language.tag, { dateStyle: 'long', timeZone });
  return {
    from: 'entry',
    name: shownName(fullName, address) ?? texts.unknownSender,
    address,
    content,
    emoji,
    day: format.format(new Date(row.created_at)),
    lastDay: format.format(shared.expiresAt),
  };
}
