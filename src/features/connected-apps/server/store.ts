// SQL on connected apps and on what the authorization server keeps.
import type { Scope } from '#features/api-tokens/contract.ts';
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { audiences } from '../constants.ts';
import type { Audience, ConnectedApp } from '../contract.ts';

const app = {
  id: t.uuid,
  name: t.text,
  host: t.nullable(t.text),
  scopes: t.texts as t.Column<Scope[]>,
  audience: t.oneOf(audiences),
  created_at: t.timestamptz,
  expires_at: t.timestamptz,
} satisfies t.ColumnsOf<Omit<ConnectedApp, 'last_used_at'>>;

const appsOfSql = statement({
  text: `select ${t.list(app)} from connected_apps where user_id = $1 and expires_at > now()
    order by created_at desc, id desc`,
  row: app,
});

/** The apps that the viewer has connected, newest first. */
export function appsOf(tx: Tx, userId: string): Promise<RowIn<typeof appsOfSql>[]> {
  return tx.query(appsOfSql, [userId]);
}

const ownAppsSql = statement({
  text: `select ${t.list(app)}, user_id, client_id from connected_apps where user_id = $1 order by id`,
  row: { ...app, user_id: t.uuid, client_id: t.text },
});

/** The viewer's rows for the export, without hashes. */
export function ownApps(tx: Tx, userId: string): Promise<object[]> {
  return tx.query(ownAppsSql, [userId]);
}

const lockAppsSql = statement({
  text: `select pg_advisory_xact_lock(hashtextextended('connected apps of ' || app.viewer()::text, 0))`,
});
const countAppsSql = statement({
  text: 'select count(*)::int as count from connected_apps where user_id = $1 and expires_at > now()',
  row: { count: t.int },
});

/** How many apps the viewer has connected. No other transaction of the viewer connects one until this one ends. */
export async function lockAndCountApps(tx: Tx, userId: string): Promise<number> {
  await tx.query(lockAppsSql);
  const rows = await tx.query(countAppsSql, [userId]);
  return rows[0]!.count;
}

export type NewApp = {
  id: string;
  userId: string;
  sessionId: string;
  grantHash: Buffer;
  clientId: string;
  name: string;
  host: string | null;
  scopes: readonly Scope[];
  audience: Audience;
  days: number;
};

const insertAppSql = statement({
  text: `insert into connected_apps
      (id, user_id, session_id, grant_hash, client_id, name, host, scopes, audience, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(days => $10))`,
});

export async function insertApp(tx: Tx, row: NewApp): Promise<void> {
  await tx.query(insertAppSql, [
    ...[row.id, row.userId, row.sessionId, row.grantHash, row.clientId, row.name, row.host],
    ...[row.scopes, row.audience, row.days],
  ]);
}

const endAppSql = statement({
  text: 'delete from connected_apps where id = $1 returning id',
  row: { id: t.uuid },
});

/** False when the viewer has no such app. */
export async function endApp(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(endAppSql, [id]);
  return rows.length > 0;
}

const lockRequestSql = statement({
  text: `select pg_advisory_xact_lock(hashtextextended('app request ' || $1, 0))`,
});

/** One decision on a request at a time. */
export async function lockRequest(tx: Tx, id: string): Promise<void> {
  await tx.query(lockRequestSql, [id]);
}

export type OauthRecord = {
  kind: string;
  idHash: Buffer;
  grantHash: Buffer | null;
  /** Of a registered program. */
  clientId: string | null;
  sealed: Buffer;
  endsAt: Date;
};

const putRecordSql = statement({
  text: 'select app.put_oauth_record($1, $2, $3, $4, $5, $6, $7) as stored',
  row: { stored: t.bool },
});

/** False: its grant has ended. */
export async function putRecord(tx: Tx, record: OauthRecord): Promise<boolean> {
  const { kind, idHash, grantHash, clientId, sealed, endsAt } = record;
  const parts = [idHash.toString('hex'), grantHash?.toString('hex') ?? null, clientId];
  const signature = tx.sign('put_oauth_record', kind, ...parts);
  const rows = await tx.query(putRecordSql, [kind, idHash, grantHash, clientId, sealed, endsAt, signature]);
  return rows[0]!.stored;
}

const recordSql = statement({
  text: 'select sealed, consumed_at from app.oauth_record($1, $2, $3)',
  row: { sealed: t.bytes, consumed_at: t.nullable(t.timestamptz) },
});

export async function recordOf(
  tx: Tx,
  kind: string,
  idHash: Buffer,
): Promise<RowIn<typeof recordSql> | undefined> {
  const rows = await tx.query(recordSql, [
    kind,
    idHash,
    tx.sign('oauth_record', kind, idHash.toString('hex')),
  ]);
  return rows[0];
}

const consumeRecordSql = statement({
  text: 'select app.consume_oauth_record($1, $2, $3) as consumed',
  row: { consumed: t.bool },
});

/** False: it has been used. */
export async function consumeRecord(tx: Tx, kind: string, idHash: Buffer): Promise<boolean> {
  const signature = tx.sign('consume_oauth_record', kind, idHash.toString('hex'));
  const rows = await tx.query(consumeRecordSql, [kind, idHash, signature]);
  return rows[0]!.consumed;
}

const removeRecordSql = statement({ text: 'select app.remove_oauth_record($1, $2, $3)' });

export async function removeRecord(tx: Tx, kind: string, idHash: Buffer): Promise<void> {
  const signature = tx.sign('remove_oauth_record', kind, idHash.toString('hex'));
  await tx.query(removeRecordSql, [kind, idHash, signature]);
}

const endGrantSql = statement({ text: 'select app.end_connected_app($1, $2)' });

/** Ends a connection by its grant. */
export async function endGrant(tx: Tx, grantHash: Buffer): Promise<void> {
  await tx.query(endGrantSql, [grantHash, tx.sign('end_connected_app', grantHash.toString('hex'))]);
}

const putTokenSql = statement({
  text: 'select app.put_app_token($1, $2, $3, $4, $5) as stored',
  row: { stored: t.bool },
});

/** Stores the new access token of a grant. False: the grant has ended. */
export async function putToken(
  tx: Tx,
  token: { grantHash: Buffer; hash: Buffer; scopes: readonly string[]; endsAt: Date },
): Promise<boolean> {
  const { grantHash, hash, scopes, endsAt } = token;
  const signature = tx.sign(
    'put_app_token',
    grantHash.toString('hex'),
    hash.toString('hex'),
    scopes.join(' '),
  );
  const rows = await tx.query(putTokenSql, [grantHash, hash, scopes, endsAt, signature]);
  return rows[0]!.stored;
}
