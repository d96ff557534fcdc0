// SQL on identities at the provider. What changes them, or opens an account with them, are functions of the `app` schema,
// which check again what the operations check (docs/decisions/0062-single-sign-on.md).
import {
  sessionFrom,
  sessionValues,
  started,
  startedOf,
  type NewSession,
  type Started,
} from '#features/accounts/server/operations/sessions.ts';
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import type { Identity } from '../contract.ts';

const identity = {
  id: t.uuid,
  label: t.text,
  created_at: t.timestamptz,
  last_used_at: t.nullable(t.timestamptz),
} satisfies t.ColumnsOf<Identity>;

const identityOfSql = statement({
  text: `select ${t.list(identity)} from provider_identities where user_id = $1 and issuer = $2`,
  row: identity,
});

/** The viewer's identity at a provider. */
export async function identityOf(tx: Tx, userId: string, issuer: string): Promise<Identity | undefined> {
  const rows = await tx.query(identityOfSql, [userId, issuer]);
  return rows[0];
}

const spendStateSql = statement({
  text: 'select app.spend_provider_state($1, $2, $3) as is_first',
  row: { is_first: t.bool },
});

/** Whether this is the first use. Of concurrent ones, one is. */
export async function spendState(tx: Tx, hash: Buffer, endsAt: Date): Promise<boolean> {
  const signature = tx.sign('spend_provider_state', hash.toString('hex'));
  const rows = await tx.query(spendStateSql, [hash, endsAt, signature]);
  return rows[0]!.is_first;
}

/** An identity that the provider has confirmed, and its session there. */
export type Confirmed = {
  issuer: string;
  subject: string;
  label: string;
  sid: string | null;
  /** When the provider last asked who it is. Null: it does not say. */
  provedAt: Date | null;
};

const signInSql = statement({
  text: `select user_id, ends from app.sign_in_by_identity($1, $2, $3, $4, $5, ${sessionFrom(7)}, $6)`,
  row: started,
});

/** Starts a session for the account of an identity. Undefined: no account has it. */
export async function startByIdentity(
  tx: Tx,
  { issuer, subject, label, sid, provedAt }: Confirmed,
  session: NewSession,
): Promise<Started | undefined> {
  const signature = tx.sign('sign_in_by_identity', issuer, subject, session.id);
  const values = [issuer, subject, label, sid, provedAt, signature, ...sessionValues(session)];
  const rows = await tx.query(signInSql, values);
  return startedOf(rows[0]!);
}

const createSql = statement({
  text: `select app.create_account_by_identity($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${sessionFrom(12)}, $11) as ends`,
  row: { ends: t.nullable(t.timestamptz) },
});

export type NewAccount = { id: string; email: string; fullName: string; verified: boolean };

/** Creates an account for an identity, and its first session. Undefined if the address has an account. */
export async function createByIdentity(
  tx: Tx,
  { id, email, fullName, verified }: NewAccount,
  identityId: string,
  { issuer, subject, label, sid, provedAt }: Confirmed,
  session: NewSession,
): Promise<Started | undefined> {
  const signature = tx.sign('create_account_by_identity', id, email, String(verified), issuer, subject);
  const rows = await tx.query(createSql, [
    ...[id, email, fullName, verified, identityId, issuer, subject, label, sid, provedAt, signature],
    ...sessionValues(session),
  ]);
  return startedOf({ user_id: id, ends: rows[0]!.ends });
}

const linkSql = statement({
  text: `select outcome, user_id, ends from app.link_by_address($1, $2, $3, $4, $5, $6, $7, ${sessionFrom(11)}, $8,
    make_interval(hours => $9), $10)`,
  row: { outcome: t.oneOf(['started', 'unknown', 'second factor', 'other']), ...started },
});

/** Connects an identity to the account that has verified the address, with a link that undoes it, and starts a session (R-Q1). */
export async function startByAddress(
  tx: Tx,
  email: string,
  identityId: string,
  { issuer, subject, label, sid, provedAt }: Confirmed,
  session: NewSession,
  undo: { hash: Buffer; hours: number },
): Promise<Started | Exclude<RowIn<typeof linkSql>['outcome'], 'started'>> {
  const signature = tx.sign('link_by_address', email, issuer, subject, session.id);
  const rows = await tx.query(linkSql, [
    ...[email, identityId, issuer, subject, label, sid, provedAt, undo.hash, undo.hours, signature],
    ...sessionValues(session),
  ]);
  const { outcome, ...row } = rows[0]!;
  return outcome === 'started' ? startedOf(row)! : outcome;
}

const connectSql = statement({
  text: 'select app.connect_identity($1, $2, $3, $4, $5, $6, $7, make_interval(hours => $8), $9) as outcome',
  row: { outcome: t.oneOf(['connected', 'repeated', 'confirmation needed', 'taken', 'other']) },
});

/** Connects an identity to the viewer's account, with a link that undoes it. */
export async function connectIdentity(
  tx: Tx,
  sessionId: string,
  identityId: string,
  { issuer, subject, label, provedAt }: Confirmed,
  undo: { hash: Buffer; hours: number },
): Promise<RowIn<typeof connectSql>['outcome']> {
  const signature = tx.sign('connect_identity', sessionId, issuer, subject);
  const rows = await tx.query(connectSql, [
    ...[sessionId, identityId, issuer, subject, label, provedAt !== null, undo.hash, undo.hours, signature],
  ]);
  return rows[0]!.outcome;
}

const disconnectSql = statement({
  text: 'select app.disconnect_identity($1, $2, $3, $4, $5) as outcome',
  row: { outcome: t.oneOf(['disconnected', 'not found', 'confirmation needed', 'last way']) },
});

export async function disconnectIdentity(
  tx: Tx,
  sessionId: string,
  id: string,
  { passwords, host }: { passwords: boolean; host: string },
): Promise<RowIn<typeof disconnectSql>['outcome']> {
  const signature = tx.sign('disconnect_identity', sessionId, id, String(passwords), host);
  const rows = await tx.query(disconnectSql, [sessionId, id, passwords, host, signature]);
  return rows[0]!.outcome;
}

const confirmSql = statement({
  text: 'select app.confirm_by_identity($1, $2, $3, $4) as confirmed',
  row: { confirmed: t.bool },
});

/** False: the identity is not the viewer's, or the session has ended. */
export async function confirmByIdentity(
  tx: Tx,
  sessionId: string,
  { issuer, subject }: Confirmed,
): Promise<boolean> {
  const signature = tx.sign('confirm_by_identity', sessionId, issuer, subject);
  const rows = await tx.query(confirmSql, [sessionId, issuer, subject, signature]);
  return rows[0]!.confirmed;
}

const endSessionsSql = statement({
  text: 'select app.end_provider_sessions($1, $2, $3, $4) as ended',
  row: { ended: t.int },
});

/** Ends the sessions that the provider has ended. */
export async function endProviderSessions(
  tx: Tx,
  issuer: string,
  subject: string | null,
  sid: string | null,
): Promise<number> {
  const signature = tx.sign('end_provider_sessions', issuer, subject, sid);
  const rows = await tx.query(endSessionsSql, [issuer, subject, sid, signature]);
  return rows[0]!.ended;
}

const ownRowsSql = statement({
  text: `select ${t.list(identity)}, user_id, issuer, subject, tells_time from provider_identities
    where user_id = $1 order by id`,
  row: { ...identity, user_id: t.uuid, issuer: t.text, subject: t.text, tells_time: t.bool },
});

/** The viewer's rows for the export. */
export function ownRows(tx: Tx, userId: string): Promise<object[]> {
  return tx.query(ownRowsSql, [userId]);
}
