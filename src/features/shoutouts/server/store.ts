// All SQL on shoutouts. Row-level security limits every statement to shoutouts that the viewer sent, or received at a
// verified address. Queries also name the sender or the address, so that the planner can use the matching index.
import type { Cursor } from '#features/check-ins/reading-rules.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { limits, type Direction, type Shoutout } from '../contract.ts';

// The recipient's entry is invisible to the sender: row-level security hides it.
const columns = `s.id, case when s.sender_id = (select app.viewer()) then 'sent' else 'received' end as direction,
  s.message, s.created_at, s.sender_id, s.recipient_email,
  case when s.sender_id = (select app.viewer()) then s.check_in_id end as check_in_id, s.excerpt,
  case when s.sender_id = (select app.viewer()) then app.shoutout_email(s.id) end as email,
  (select c.id from check_ins c where c.id = s.kept_check_in_id and c.deleted_at is null) as kept_check_in_id`;

export type Page = {
  /** Null: both. */
  direction: Direction | null;
  before: Cursor | null;
  from: string | null;
  to: string | null;
  limit: number;
};

/** A cursor above every row: the start of a list. */
const top: Cursor = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const lowestId = '00000000-0000-0000-0000-000000000000';

/** Where a page begins: below the previous page, and before `to`. */
function startOf({ before, to }: Page): Cursor {
  if (before && (to === null || Date.parse(before.at) < Date.parse(to))) return before;
  return to === null ? top : { at: to, id: lowestId };
}

/** The viewer's shoutouts, newest first. A page costs the same at any depth. */
export function shoutoutPage(tx: Reader, page: Page): Promise<Shoutout[]> {
  const { direction, from, limit } = page;
  const { at, id } = startOf(page);
  return tx.query<Shoutout>(
    `select ${columns} from app.newest_shoutouts($1, $2, $3, $4, $5) s order by s.created_at desc, s.id desc`,
    [direction, from ?? '-infinity', at, id, limit],
    'shoutout_page',
  );
}

export async function shoutoutById(tx: Tx, id: string): Promise<Shoutout | undefined> {
  const rows = await tx.query<Shoutout>(`select ${columns} from shoutouts s where s.id = $1`, [id]);
  return rows[0];
}

/** Locks a shoutout that the viewer received until the transaction ends. False if there is none with this id. */
export async function lockReceived(tx: Tx, id: string): Promise<boolean> {
  // Only the recipient's policy for updates lets a row be locked.
  const rows = await tx.query('select id from shoutouts where id = $1 for update', [id]);
  return rows.length > 0;
}

export type NewShoutout = Pick<Shoutout, 'id' | 'recipient_email' | 'message' | 'check_in_id' | 'excerpt'>;

/** Inserts a shoutout of the viewer. False if the id is taken. */
export async function insertShoutout(tx: Tx, shoutout: NewShoutout): Promise<boolean> {
  const rows = await tx.query(
    `insert into shoutouts (id, sender_id, recipient_email, message, check_in_id, excerpt)
     values ($1, app.viewer(), $2, $3, $4, $5) on conflict (id) do nothing returning id`,
    [shoutout.id, shoutout.recipient_email, shoutout.message, shoutout.check_in_id, shoutout.excerpt],
  );
  return rows.length > 0;
}

/** Records that the email of a shoutout of the viewer was not stored (R-J1). */
export async function noteEmailFailed(tx: Tx, id: string): Promise<void> {
  await tx.query('select app.note_shoutout_email_failed($1)', [id]);
}

/** Whether the address is one of the viewer's, verified or not. */
export async function isOwnAddress(tx: Tx, address: string): Promise<boolean> {
  const rows = await tx.query<{ own: boolean }>(
    `select exists (select 1 from users where email = $1)
       or exists (select 1 from user_emails where email = $1) as own`,
    [address],
  );
  return rows[0]!.own;
}

/** Links a received shoutout to the entry made from it. */
export async function setKept(tx: Tx, id: string, checkInId: string): Promise<void> {
  await tx.query('update shoutouts set kept_check_in_id = $2 where id = $1', [id, checkInId]);
}

/**
 * The number of shoutouts that the viewer received after an instant of a shoutout, in milliseconds, counted up to one
 * more than the badge shows.
 */
export async function unreadCount(tx: Reader, since: string): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    `select count(*)::int as count
     from app.newest_shoutouts('received', $1::timestamptz + interval '1 millisecond', $2, $3, $4)`,
    [since, top.at, top.id, limits.badge + 1],
    'unread_shoutouts',
  );
  return rows[0]!.count;
}

/** The database's clock minus 30 seconds: an open transaction may still commit a row with an earlier timestamp. */
export async function unreadHorizon(tx: Reader): Promise<string> {
  const rows = await tx.query<{ now: string }>(
    `select (now() - interval '30 seconds')::timestamptz(3) as now`,
  );
  return rows[0]!.now;
}

export type SenderName = { user_id: string; full_name: string };

/** The names of those of these users who sent the viewer a shoutout (R-D4). */
export function senderNames(tx: Reader, ids: readonly string[]): Promise<SenderName[]> {
  return tx.query<SenderName>('select user_id, full_name from app.sender_names($1::uuid[])', [ids]);
}
