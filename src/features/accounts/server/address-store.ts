// SQL on the addresses of users. Statements that change several tables together call functions of the `app` schema.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import type { UserEmail } from '../contract.ts';

const addressesOfSql = statement({
  text: `select u.id, u.id as user_id, u.email, true as is_primary, u.email_verified_at is not null as verified,
      u.created_at
    from users u where u.id = $1
    union all
    select e.id, e.user_id, e.email, false, e.verified_at is not null, e.created_at
    from user_emails e where e.user_id = $1
    order by is_primary desc, email`,
  row: {
    id: t.uuid,
    user_id: t.uuid,
    email: t.text,
    is_primary: t.bool,
    verified: t.bool,
    created_at: t.timestamptz,
  } satisfies t.ColumnsOf<UserEmail>,
});

const hasPasswordSql = statement({ text: 'select app.has_password() as found', row: { found: t.bool } });

/** Whether the viewer's account has a password. */
export async function hasPassword(tx: Tx): Promise<boolean> {
  const rows = await tx.query(hasPasswordSql);
  return rows[0]!.found;
}

/** The viewer's addresses, the primary one first. */
export function addressesOf(tx: Tx, userId: string): Promise<UserEmail[]> {
  return tx.query(addressesOfSql, [userId]);
}

const isOwnAddressSql = statement({
  text: `select exists (select 1 from users where email = $1)
    or exists (select 1 from user_emails where email = $1) as own`,
  row: { own: t.bool },
});

/** Whether the address is one of the viewer's, verified or not: row-level security hides those of others. */
export async function isOwnAddress(tx: Tx, address: string): Promise<boolean> {
  const rows = await tx.query(isOwnAddressSql, [address]);
  return rows[0]!.own;
}

const ownsMailboxSql = statement({ text: 'select app.owns_mailbox($1) as own', row: { own: t.bool } });

/** Whether an address delivers to one of the viewer's own mailboxes, even with a "+tag". */
export async function ownsMailbox(tx: Tx, address: string): Promise<boolean> {
  const rows = await tx.query(ownsMailboxSql, [address]);
  return rows[0]!.own;
}

const lockAddressesSql = statement({
  text: `select pg_advisory_xact_lock(hashtextextended('addresses of ' || $1, 0))`,
});

/** Locks a user's addresses until the transaction ends, so that concurrent calls see each other's changes. */
export async function lockAddresses(tx: Tx, userId: string): Promise<void> {
  await tx.query(lockAddressesSql, [userId]);
}

const addAddressSql = statement({
  text: 'select app.add_address($1, $2, $3) as outcome',
  row: { outcome: t.oneOf(['added', 'too many', 'taken']) },
});

/** Adds an extra address of the viewer, unless there are `max` already or the id is in use. */
export async function addAddress(
  tx: Tx,
  id: string,
  email: string,
  max: number,
): Promise<'added' | 'too many' | 'taken'> {
  const rows = await tx.query(addAddressSql, [id, email, max]);
  return rows[0]!.outcome;
}

const removeAddressSql = statement({
  text: 'select app.remove_address($1) as removed',
  row: { removed: t.bool },
});

/** Removes an extra address and the links emailed to it. False if the viewer has no such address. */
export async function removeAddress(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(removeAddressSql, [id]);
  return rows[0]!.removed;
}

const swapped = { old_address: t.text, new_address: t.text, can_undo: t.bool };

const makePrimarySql = statement({
  text: `select old_address, new_address, can_undo
    from app.make_primary($1, $2, make_interval(hours => $3), $4, $5)`,
  row: swapped,
});
export type Swapped = RowIn<typeof makePrimarySql>;

/**
 * Makes a verified extra address the primary one, given a proof of the password if the account has one. Undefined if the viewer has no such
 * address, the session has ended, or the password was changed in the meantime.
 */
export async function makePrimary(
  tx: Tx,
  sessionId: string,
  proof: Buffer | null,
  id: string,
  undo: { hash: Buffer; hours: number },
): Promise<Swapped | undefined> {
  const rows = await tx.query(makePrimarySql, [id, undo.hash, undo.hours, sessionId, proof]);
  return rows[0];
}

const makePrimaryBySessionSql = statement({
  text: `select old_address, new_address, can_undo
    from app.make_primary_by_session($1, $2, make_interval(hours => $3), $4, $5)`,
  row: swapped,
});

/** The same where passwords open no accounts. Undefined if the viewer has no such address, or the session is not fresh. */
export async function makePrimaryBySession(
  tx: Tx,
  sessionId: string,
  id: string,
  undo: { hash: Buffer; hours: number },
): Promise<Swapped | undefined> {
  const signature = tx.sign('make_primary_by_session', id, sessionId);
  const values = [id, undo.hash, undo.hours, sessionId, signature];
  const rows = await tx.query(makePrimaryBySessionSql, values);
  return rows[0];
}

const undoAddressChangeSql = statement({
  text: 'select outcome, address from app.undo_address_change($1, $2, make_interval(mins => $3))',
  row: { outcome: t.oneOf(['undone', 'unknown', 'expired']), address: t.nullable(t.text) },
});
export type Undone = RowIn<typeof undoAddressChangeSql>;

/** Restores an address as the primary one and stores a password reset link for it. */
export async function undoAddressChange(
  tx: Tx,
  undoHash: Buffer,
  recoveryHash: Buffer,
  recoveryMinutes: number,
): Promise<Undone> {
  const rows = await tx.query(undoAddressChangeSql, [undoHash, recoveryHash, recoveryMinutes]);
  return rows[0]!;
}
