// All SQL on the sign-ups for the tips (R-K2).
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { tipsLimits } from '../tips-constants.ts';

export type NewSignup = { id: string; address: string; tokenHash: Buffer };

const requestTipsSql = statement({
  text: 'select app.request_tips($1, $2, $3, make_interval(days => $4), make_interval(hours => $5)) as stored',
  row: { stored: t.bool },
});

/** Stores a sign-up, to be confirmed in time. Returns whether to email the link. For jobs. */
export async function requestTips(tx: Tx, { id, address, tokenHash }: NewSignup): Promise<boolean> {
  const rows = await tx.query(requestTipsSql, [
    id,
    address,
    tokenHash,
    tipsLimits.confirmDays,
    tipsLimits.hoursBetweenLinks,
  ]);
  return rows[0]!.stored;
}

const signupSql = statement({
  text: 'select address, confirmed, sent from app.tips_signup($1)',
  row: { address: t.text, confirmed: t.bool, sent: t.int },
});
export type Signup = RowIn<typeof signupSql>;

/** The sign-up of a link. Undefined: the link no longer works. */
export async function signupOf(tx: Tx, tokenHash: Buffer): Promise<Signup | undefined> {
  const rows = await tx.query(signupSql, [tokenHash]);
  return rows[0];
}

const confirmTipsSql = statement({ text: 'select app.confirm_tips($1)' });

/** Confirms the sign-up of a link. The first tip is sent by a job. */
export async function confirmTips(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.query(confirmTipsSql, [tokenHash]);
}

const stopTipsSql = statement({ text: 'select app.stop_tips($1)' });

/** Deletes the sign-up of a link. */
export async function stopTips(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.query(stopTipsSql, [tokenHash]);
}

const dueSql = statement({
  text: `select id, address, sent from tips_signups where next_at <= now()
    order by next_at, id limit 1 for update skip locked`,
  row: { id: t.uuid, address: t.text, sent: t.int },
});

/** The confirmed sign-up whose next tip has been due for longest, locked. For jobs. */
export async function dueSignup(tx: Tx): Promise<RowIn<typeof dueSql> | undefined> {
  const rows = await tx.query(dueSql);
  return rows[0];
}

const noteSentSql = statement({
  text: `update tips_signups
    set sent = $2, next_at = now() + make_interval(days => $3), ends_at = now() + make_interval(days => $4)
    where id = $1`,
});

/** Notes how many tips were sent. `nextInDays` is null after the last one, `endsInDays` before it. For jobs. */
export async function noteSent(
  tx: Tx,
  id: string,
  noted: { sent: number; nextInDays: number | null; endsInDays: number | null },
): Promise<void> {
  await tx.query(noteSentSql, [id, noted.sent, noted.nextInDays, noted.endsInDays]);
}
