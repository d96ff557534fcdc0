// SQL of the jobs on reminders that are due, and on the devices of their users.
import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { query, statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { kinds, limits } from '../constants.ts';
import type { Kind } from '../contract.ts';
import type { LoggedLine } from './mails.tsx';

const due = {
  user_id: t.uuid,
  kind: t.oneOf(kinds),
  days: t.ints,
  hour: t.int,
  time_zone: t.text,
  locale: t.text,
  by_email: t.bool,
  next_at: t.nullable(t.timestamptz),
};

const dueSql = statement({
  name: 'due_reminder',
  text: `select ${t.list(due)} from reminders where next_at <= $1
    order by next_at limit 1 for update skip locked`,
  row: due,
});
export type Due = RowIn<typeof dueSql>;

/** The reminder that has been due for longest, locked. Those that other processes are sending are left out. */
export async function dueReminder(tx: Tx, now: number): Promise<Due | undefined> {
  const rows = await tx.query(dueSql, [new Date(now).toISOString()]);
  return rows[0];
}

const chosenSql = statement({
  text: `select ${t.list(due)} from reminders where user_id = $1 and kind = $2`,
  row: due,
});

export async function chosenReminder(tx: Tx, userId: string, kind: Kind): Promise<Due | undefined> {
  const rows = await tx.query(chosenSql, [userId, kind]);
  return rows[0];
}

const scheduleSql = statement({
  text: 'update reminders set next_at = $3 where user_id = $1 and kind = $2 and next_at is not null',
});

/** Sets when a reminder that is on is due next. */
export async function schedule(tx: Reader, { user_id, kind }: Due, nextAt: number): Promise<void> {
  await tx.query(scheduleSql, [user_id, kind, new Date(nextAt).toISOString()]);
}

const noteSentSql = statement({
  text: 'update reminders set last_at = $3, mail_id = $4 where user_id = $1 and kind = $2',
});

/** Notes that a reminder was sent, with its email if there is one. */
export async function noteSent(
  tx: Tx,
  { user_id, kind, next_at }: Due,
  mailId: string | null,
): Promise<void> {
  await tx.query(noteSentSql, [user_id, kind, next_at, mailId]);
}

const recipientSql = statement({
  text: 'select address from app.reminder_recipient($1)',
  row: { address: t.text },
});

/** The address of a user's emails. Undefined: it is not verified. */
export async function recipientOf(tx: Tx, userId: string): Promise<string | undefined> {
  const rows = await tx.query(recipientSql, [userId]);
  return rows[0]?.address;
}

const wroteSql = statement({ text: 'select app.wrote_since($1, $2) as wrote', row: { wrote: t.bool } });

/** Whether the user has written an entry since an instant. */
export async function wroteSince(tx: Tx, userId: string, since: number): Promise<boolean> {
  const rows = await tx.query(wroteSql, [userId, new Date(since).toISOString()]);
  return rows[0]!.wrote;
}

const goalsSql = statement({ text: 'select goal from app.open_goals_of($1, $2)', row: { goal: t.text } });

/** The texts of the user's first open goals, one more than the email shows. */
export async function goalsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.query(goalsSql, [userId, limits.goals + 1]);
  return rows.map(({ goal }) => goal);
}

const entriesSql = statement({
  text: 'select content, emoji, created_at from app.latest_entries_of($1, $2, $3, $4)',
  row: { content: t.text, emoji: t.nullable(t.text), created_at: t.timestamptz },
});

/** The user's newest entries that are dated after an instant. */
export function entriesOf(tx: Tx, userId: string, since: number): Promise<LoggedLine[]> {
  return tx.query(entriesSql, [userId, new Date(since).toISOString(), limits.entries, limits.read]);
}

const isWantedSql = statement({
  text: `select exists (
      select from reminders
      where mail_id = $1 and state = 'on' and last_at > now() - make_interval(hours => $2)) as wanted`,
  row: { wanted: t.bool },
});

/** Whether an email that waited is still to be sent: the user still wants it, and it is not too late. */
export async function isStillWanted(pool: pg.Pool, mailId: string): Promise<boolean> {
  const rows = await query(pool, isWantedSql, [mailId, limits.lateHours]);
  return rows[0]!.wanted;
}

const pushAllSql = statement({
  text: `select app.enqueue('send-push', json_build_object('id', id, 'dueAt', $2::bigint, 'attempts', 0), 'push ' || id)
    from push_devices where user_id = $1`,
});

/** Adds a job for each device of the user, in place of one that still waits. `dueAt` in milliseconds. */
export async function pushToAll(tx: Tx, userId: string, dueAt: number): Promise<void> {
  await tx.query(pushAllSql, [userId, dueAt]);
}

const pushLaterSql = statement({
  text: `select app.enqueue('send-push', json_build_object('id', $1::uuid, 'dueAt', $2::bigint, 'attempts', $3::int),
      'push ' || $1::uuid, now() + make_interval(secs => $4))
    where not exists (select from graphile_worker.jobs j where j.key = 'push ' || $1::uuid and j.locked_at is null)`,
});

/** Tries again later, unless a newer message to the device waits. */
export async function pushLater(
  pool: pg.Pool,
  message: { id: string; dueAt: number; attempts: number },
  seconds: number,
): Promise<void> {
  await query(pool, pushLaterSql, [message.id, message.dueAt, message.attempts, seconds]);
}

const deviceSql = statement({
  text: 'select endpoint, key_id from push_devices where id = $1',
  row: { endpoint: t.text, key_id: t.text },
});

export async function deviceById(tx: Tx, id: string): Promise<RowIn<typeof deviceSql> | undefined> {
  const rows = await tx.query(deviceSql, [id]);
  return rows[0];
}

const noteAcceptedSql = statement({ text: 'update push_devices set last_sent_at = now() where id = $1' });

export async function noteAccepted(pool: pg.Pool, id: string): Promise<void> {
  await query(pool, noteAcceptedSql, [id]);
}

const forgetSql = statement({ text: 'delete from push_devices where id = $1 and endpoint = $2' });

/** Deletes a device whose push service no longer knows it. */
export async function forgetDevice(pool: pg.Pool, id: string, endpoint: string): Promise<void> {
  await query(pool, forgetSql, [id, endpoint]);
}

const hasDeviceSql = statement({
  text: 'select exists (select from push_devices where user_id = $1) as found',
  row: { found: t.bool },
});

export async function hasDevice(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx.query(hasDeviceSql, [userId]);
  return rows[0]!.found;
}
