// All SQL on shoutouts. Row-level security limits every statement to shoutouts that the viewer sent, or received at a
// verified address.
import type pg from 'pg';
import { shareLimits } from '#features/check-ins/share-constants.ts';
import { topCursor, type Cursor } from '#platform/http/paging.ts';
import * as t from '#platform/database/columns.ts';
import { query, statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { emailStates } from '#platform/mail/email-state.ts';
import { directions, limits } from '../constants.ts';
import type { Direction, Shoutout } from '../contract.ts';

const shoutout = {
  id: t.uuid,
  direction: t.oneOf(directions),
  message: t.text,
  created_at: t.timestamptz,
  sender_id: t.nullable(t.uuid),
  recipient_email: t.text,
  check_in_id: t.nullable(t.uuid),
  excerpt: t.nullable(t.text),
  email: t.nullable(t.oneOf(emailStates)),
  kept_check_in_id: t.nullable(t.uuid),
} satisfies t.ColumnsOf<Shoutout>;

// The recipient's entry is invisible to the sender: row-level security hides it.
const columns = `s.id, case when s.sender_id = (select app.viewer()) then 'sent' else 'received' end as direction,
  s.message, s.created_at, s.sender_id, s.recipient_email,
  case when s.sender_id = (select app.viewer()) then s.check_in_id end as check_in_id, s.excerpt,
  case when s.sender_id = (select app.viewer()) then case when s.held then 'held' else s.email_state end end as email,
  (select c.id from check_ins c where c.id = s.kept_check_in_id and c.deleted_at is null) as kept_check_in_id`;

export type Page = {
  /** Null: both. */
  direction: Direction | null;
  before: Cursor | null;
  from: string | null;
  to: string | null;
  limit: number;
};

const lowestId = '00000000-0000-0000-0000-000000000000';

/** Where a page begins: below the previous page, and before `to`. */
function startOf({ before, to }: Page): Cursor {
  if (before && (to === null || Date.parse(before.at) < Date.parse(to))) return before;
  return to === null ? topCursor : { at: to, id: lowestId };
}

const shoutoutPageSql = statement({
  name: 'shoutout_page',
  text: `select ${columns} from app.newest_shoutouts($1, $2, $3, $4, $5) s order by s.created_at desc, s.id desc`,
  row: shoutout,
});

/** The viewer's shoutouts, newest first. A page costs the same at any depth. */
export function shoutoutPage(tx: Reader, page: Page): Promise<Shoutout[]> {
  const { at, id } = startOf(page);
  return tx.query(shoutoutPageSql, [page.direction, page.from ?? '-infinity', at, id, page.limit]);
}

const shoutoutByIdSql = statement({
  text: `select ${columns} from shoutouts s where s.id = $1`,
  row: shoutout,
});

export async function shoutoutById(tx: Tx, id: string): Promise<Shoutout | undefined> {
  const rows = await tx.query(shoutoutByIdSql, [id]);
  return rows[0];
}

// Only the recipient's policy for updates lets a row be locked.
const lockReceivedSql = statement({
  text: 'select id from shoutouts where id = $1 for update',
  row: { id: t.uuid },
});

/** Locks a shoutout that the viewer received until the transaction ends. False if there is none with this id. */
export async function lockReceived(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(lockReceivedSql, [id]);
  return rows.length > 0;
}

export type NewShoutout = Pick<Shoutout, 'id' | 'recipient_email' | 'message' | 'check_in_id' | 'excerpt'> & {
  /** Id of its email. */
  mailId: string;
};

const insertShoutoutSql = statement({
  text: `insert into shoutouts (id, sender_id, recipient_email, message, check_in_id, excerpt, mail_id)
    values ($1, app.viewer(), $2, $3, $4, $5, $6) on conflict (id) do nothing returning id`,
  row: { id: t.uuid },
});

/** Inserts a shoutout of the viewer. False if the id is taken. */
export async function insertShoutout(tx: Tx, sent: NewShoutout): Promise<boolean> {
  const { id, recipient_email, message, check_in_id, excerpt, mailId } = sent;
  const rows = await tx.query(insertShoutoutSql, [
    id,
    recipient_email,
    message,
    check_in_id,
    excerpt,
    mailId,
  ]);
  return rows.length > 0;
}

const replaceMailSql = statement({ text: 'select from app.replace_shoutout_mail($1, $2)' });

/** Replaces the failed email of a shoutout of the viewer with one that was just posted. */
export async function replaceMail(tx: Tx, id: string, mailId: string): Promise<void> {
  await tx.query(replaceMailSql, [id, mailId]);
}

const shoutoutAboutSql = statement({
  text: `select id from shoutouts where check_in_id = $1 and sender_id = app.viewer()
    order by created_at, id limit 1`,
  row: { id: t.uuid },
});

/** The id of the first shoutout that the viewer sent about an entry: the one that the entry shows. */
export async function shoutoutAbout(tx: Tx, checkInId: string): Promise<string | undefined> {
  const rows = await tx.query(shoutoutAboutSql, [checkInId]);
  return rows[0]?.id;
}

const sameShoutoutSql = statement({
  text: `select id from shoutouts where sender_id = app.viewer() and recipient_email = $1 and message = $2
      and (check_in_id = $3 or $4 and ($3 is null or check_in_id is null)) and created_at > now() - make_interval(hours => $5)
    order by created_at desc, id desc limit 1`,
  row: { id: t.uuid },
});

/**
 * The newest shoutout, within the hours of one request, that the viewer sent to an address with this message, about this entry.
 * `orAlone`: also one about no entry; without an entry, one about any.
 */
export async function sameShoutout(
  tx: Tx,
  wanted: Pick<Shoutout, 'recipient_email' | 'message' | 'check_in_id'>,
  orAlone: boolean,
): Promise<string | undefined> {
  const { recipient_email, message, check_in_id } = wanted;
  const hours = shareLimits.hoursOfOneRequest;
  const rows = await tx.query(sameShoutoutSql, [recipient_email, message, check_in_id, orAlone, hours]);
  return rows[0]?.id;
}

const isIdTakenSql = statement({
  text: 'select app.is_shoutout_id_taken($1) as taken',
  row: { taken: t.bool },
});

/** Whether a shoutout has this id, including shoutouts that row-level security hides. */
export async function isIdTaken(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(isIdTakenSql, [id]);
  return rows[0]!.taken;
}

const setKeptSql = statement({ text: 'update shoutouts set kept_check_in_id = $2 where id = $1' });

/** Links a received shoutout to the entry made from it. */
export async function setKept(tx: Tx, id: string, checkInId: string): Promise<void> {
  await tx.query(setKeptSql, [id, checkInId]);
}

const newestReceivedSql = statement({
  name: 'newest_received_shoutouts',
  text: `select created_at from app.newest_shoutouts('received', '-infinity', $1, $2, $3) order by created_at desc`,
  row: { created_at: t.timestamptz },
});

/** When the viewer received the newest shoutouts, newest first: one more than the badge can count. */
export async function newestReceived(tx: Reader): Promise<string[]> {
  const rows = await tx.query(newestReceivedSql, [topCursor.at, topCursor.id, limits.badge + 1]);
  return rows.map(({ created_at }) => created_at);
}

const unreadHorizonSql = statement({
  text: `select date_trunc('milliseconds', greatest(now() - interval '30 seconds', max(created_at))) as at
    from app.newest_shoutouts('received', now() - interval '30 seconds', $1, $2, 1)`,
  row: { at: t.timestamptz },
});

/**
 * Up to when the viewer has seen everything: the newest shoutout that they received, and in any case the database's clock
 * minus 30 seconds, because an open transaction may still commit a row with an earlier timestamp.
 */
export async function unreadHorizon(tx: Reader): Promise<string> {
  const rows = await tx.query(unreadHorizonSql, [topCursor.at, topCursor.id]);
  return rows[0]!.at;
}

const senderName = { user_id: t.uuid, full_name: t.text };
export type SenderName = t.RowOf<typeof senderName>;

const senderNamesSql = statement({
  text: 'select user_id, full_name from app.sender_names($1::uuid[])',
  row: senderName,
});

/** The names of those of these users who sent the viewer a shoutout (R-D4). */
export function senderNames(tx: Reader, ids: readonly string[]): Promise<SenderName[]> {
  return tx.query(senderNamesSql, [ids]);
}

const shoutoutMailSql = statement({
  text: `select recipient, message, excerpt, full_name, address from app.shoutout_mail($1)`,
  row: {
    ...{ recipient: t.text, message: t.text, excerpt: t.nullable(t.text) },
    ...{ full_name: t.text, address: t.nullable(t.text) },
  },
});

/**
 * What the email of a shoutout says now, for the worker. `address`: the sender's, if it is verified. Undefined if there
 * is nothing left to send.
 */
export async function shoutoutMailNow(
  jobs: pg.Pool,
  mailId: string,
): Promise<RowIn<typeof shoutoutMailSql> | undefined> {
  const rows = await query(jobs, shoutoutMailSql, [mailId]);
  return rows[0];
}

const keptEntriesSql = statement({
  text: 'select id from app.kept_entries_among($1::uuid[]) id',
  row: { id: t.uuid },
});

/** Which of these entries of the viewer contain a shoutout that they kept. */
export async function keptEntriesAmong(tx: Reader, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query(keptEntriesSql, [ids]);
  return new Set(rows.map(({ id }) => id));
}
