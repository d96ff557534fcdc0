import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { inBatches } from '#platform/jobs/in-batches.ts';

const stored = { id: t.uuid, created_at: t.timestamptz, last_used_at: t.nullable(t.timestamptz) };
export type StoredAddress = t.RowOf<typeof stored>;

const addressSql = statement({
  text: `select ${t.list(stored)} from mail_addresses where user_id = $1`,
  row: stored,
});

export async function addressOf(tx: Tx, userId: string): Promise<StoredAddress | undefined> {
  return (await tx.query(addressSql, [userId]))[0];
}

const addressIdSql = statement({
  text: 'select app.mail_address_of($1) as id',
  row: { id: t.nullable(t.uuid) },
});

/** The id of a user's address, for jobs. Null: the user has none. */
export async function addressIdOf(tx: Tx, userId: string): Promise<string | null> {
  return (await tx.query(addressIdSql, [userId]))[0]!.id;
}

const putAddressSql = statement({
  text: `insert into mail_addresses as a (user_id, id, hash) values ($1, $2, $3)
    on conflict (user_id) do update
    set id = $2, hash = $3, created_at = now(), last_used_at = null where a.id <> $2`,
});

/** Makes the address, in place of the one before it. Changes nothing if it is made already. */
export async function putAddress(tx: Tx, userId: string, id: string, hash: Buffer): Promise<void> {
  await tx.query(putAddressSql, [userId, id, hash]);
}

const endAddressSql = statement({ text: 'delete from mail_addresses where user_id = $1' });

export async function endAddress(tx: Tx, userId: string): Promise<void> {
  await tx.query(endAddressSql, [userId]);
}

const takeMailSql = statement({
  name: 'take_mail',
  text: 'select app.take_mail($1, $2, make_interval(mins => $3)) as outcome',
  row: { outcome: t.oneOf(['good', 'unknown', 'wait']) },
});

/** Counts a message to the address whose token has this hash. `wait`: it has had its messages for now. */
export async function takeMail(tx: Reader, hash: Buffer, limit: { max: number; minutes: number }) {
  return (await tx.query(takeMailSql, [hash, limit.max, limit.minutes]))[0]!.outcome;
}

const ownAddressesSql = statement({
  text: 'select app.verified_addresses() as addresses',
  row: { addresses: t.texts },
});

export async function verifiedAddresses(tx: Tx): Promise<string[]> {
  return (await tx.query(ownAddressesSql))[0]!.addresses;
}

const received = { became: t.oneOf(['entry', 'suggestion']), is_complete: t.bool };
export type ReceivedMail = t.RowOf<typeof received>;

const receivedSql = statement({
  text: `select became, completed_at is not null as is_complete from received_mails
    where user_id = $1 and digest = $2`,
  row: received,
});

/** What an earlier delivery of this message became. */
export async function receivedBefore(
  tx: Tx,
  userId: string,
  digest: Buffer,
): Promise<ReceivedMail | undefined> {
  return (await tx.query(receivedSql, [userId, digest]))[0];
}

const insertReceivedSql = statement({
  text: `insert into received_mails (user_id, digest, became) values ($1, $2, $3)
    on conflict do nothing returning became`,
  row: { became: t.text },
});

/** False if another delivery of the same message was first. Waits for one that is in progress. */
export async function noteReceived(
  tx: Tx,
  userId: string,
  digest: Buffer,
  became: ReceivedMail['became'],
): Promise<boolean> {
  return (await tx.query(insertReceivedSql, [userId, digest, became])).length > 0;
}

const completeSql = statement({
  text: 'update received_mails set completed_at = now() where user_id = $1 and digest = $2',
});

export async function noteComplete(tx: Tx, userId: string, digest: Buffer): Promise<void> {
  await tx.query(completeSql, [userId, digest]);
}

const purgeSql = statement({
  text: `delete from received_mails where (user_id, digest) in
      (select user_id, digest from received_mails where received_at < now() - make_interval(days => $1) limit 500)
    returning digest`,
  row: { digest: t.bytes },
});

/** Forgets messages that no mail server delivers again. Returns how many. */
export function purgeReceived(jobs: pg.Pool, days: number): Promise<number> {
  return inBatches(jobs, purgeSql, [days]);
}

const recipientSql = statement({
  text: 'select email from app.refused_mail_recipient($1)',
  row: { email: t.text },
});

/** The user's verified address, if there is one. For jobs. */
export async function noticeRecipient(tx: Tx, userId: string): Promise<string | undefined> {
  return (await tx.query(recipientSql, [userId]))[0]?.email;
}

const ownAddressRowsSql = statement({
  text: 'select user_id, id, created_at, last_used_at from mail_addresses where user_id = $1',
  row: { user_id: t.uuid, ...stored },
});

/** The viewer's rows for the export, without the hash. */
export function ownAddressRows(tx: Tx, userId: string): Promise<object[]> {
  return tx.query(ownAddressRowsSql, [userId]);
}
