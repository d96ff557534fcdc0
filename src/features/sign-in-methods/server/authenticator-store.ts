// SQL on the authenticator app and the remembered browsers of the viewer, and on having no password.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { OtherWays } from './store.ts';
import type { Tx } from '#platform/database/transaction.ts';
import type { AuthenticatorApp, RememberedDevice } from '../contract.ts';

const app = {
  created_at: t.timestamptz,
  last_used_at: t.nullable(t.timestamptz),
} satisfies t.ColumnsOf<AuthenticatorApp>;

const appOfSql = statement({
  text: `select ${t.list(app)} from authenticator_apps where user_id = $1`,
  row: app,
});

/** The viewer's authenticator app. */
export async function appOf(tx: Tx, userId: string): Promise<AuthenticatorApp | undefined> {
  const rows = await tx.query(appOfSql, [userId]);
  return rows[0];
}

const addAuthenticatorSql = statement({
  text: `select app.add_authenticator($1, $2, $3, $4, $5, $6, make_interval(hours => $7), $8) as outcome`,
  row: { outcome: t.oneOf(['added', 'first added', 'repeated', 'known', 'confirmation needed']) },
});

/** Adds the app; as the first second factor with recovery codes of these hashes, and with a link that undoes it. */
export async function addAuthenticator(
  tx: Tx,
  sessionId: string,
  { id, sealed, timeStep }: { id: string; sealed: Buffer; timeStep: number },
  codeHashes: Buffer[],
  undo: { hash: Buffer; hours: number },
): Promise<RowIn<typeof addAuthenticatorSql>['outcome']> {
  const rows = await tx.query(addAuthenticatorSql, [
    ...[sessionId, id, sealed, timeStep, codeHashes, undo.hash, undo.hours],
    tx.sign('add_authenticator', sessionId, id, sealed.toString('hex'), String(timeStep)),
  ]);
  return rows[0]!.outcome;
}

const removeAuthenticatorSql = statement({
  text: 'select app.remove_authenticator($1, $2) as outcome',
  row: { outcome: t.oneOf(['removed', 'not found', 'confirmation needed']) },
});

export async function removeAuthenticator(
  tx: Tx,
  sessionId: string,
): Promise<RowIn<typeof removeAuthenticatorSql>['outcome']> {
  const signature = tx.sign('remove_authenticator', sessionId);
  const rows = await tx.query(removeAuthenticatorSql, [sessionId, signature]);
  return rows[0]!.outcome;
}

const removePasswordSql = statement({
  text: 'select app.remove_password($1, $2, $3, $4) as outcome',
  row: { outcome: t.oneOf(['removed', 'not found', 'confirmation needed', 'last way']) },
});

export async function removePassword(
  tx: Tx,
  sessionId: string,
  { rpId, issuer }: Pick<OtherWays, 'rpId' | 'issuer'>,
): Promise<RowIn<typeof removePasswordSql>['outcome']> {
  const signature = tx.sign('remove_password', sessionId, rpId, issuer);
  const rows = await tx.query(removePasswordSql, [sessionId, rpId, issuer, signature]);
  return rows[0]!.outcome;
}

const device = {
  id: t.uuid,
  user_agent: t.nullable(t.text),
  created_at: t.timestamptz,
  expires_at: t.timestamptz,
} satisfies t.ColumnsOf<RememberedDevice>;

const devicesOfSql = statement({
  text: `select ${t.list(device)} from remembered_devices
    where user_id = $1 and expires_at > now() order by created_at desc, id desc`,
  row: device,
});

/** The browsers that are not asked for a code, newest first. */
export function devicesOf(tx: Tx, userId: string): Promise<RememberedDevice[]> {
  return tx.query(devicesOfSql, [userId]);
}

const forgetDeviceSql = statement({
  text: 'delete from remembered_devices where id = $1 returning id',
  row: { id: t.uuid },
});

/** False when the viewer has no such browser. */
export async function forgetDevice(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(forgetDeviceSql, [id]);
  return rows.length > 0;
}

const ownTables = {
  authenticator_apps: statement({
    text: `select ${t.list(app)}, id, user_id from authenticator_apps where user_id = $1`,
    row: { ...app, id: t.uuid, user_id: t.uuid },
  }),
  remembered_devices: statement({
    text: `select ${t.list(device)}, user_id from remembered_devices where user_id = $1 order by id`,
    row: { ...device, user_id: t.uuid },
  }),
};

/** The viewer's rows for the export, without the secret and the hashes. */
export function ownRows(tx: Tx, userId: string, table: keyof typeof ownTables): Promise<object[]> {
  return tx.query<t.Columns>(ownTables[table], [userId]);
}
