// SQL on passkeys and recovery codes. What changes them, or opens an account with them, are functions of the `app` schema,
// which check again what the operations check (docs/decisions/0058-passkeys.md).
import type { Answered } from '#features/accounts/server/operations/sessions.ts';
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import type { Passkey } from '../contract.ts';
import { limits } from '../constants.ts';

const passkey = {
  id: t.uuid,
  name: t.text,
  created_at: t.timestamptz,
  last_used_at: t.nullable(t.timestamptz),
  user_agent: t.nullable(t.text),
  backed_up: t.bool,
  rp_id: t.text,
} satisfies t.ColumnsOf<Passkey>;
const columns = t.list(passkey);

const passkeysOfSql = statement({
  text: `select ${columns} from passkeys where user_id = $1 order by created_at desc, id desc`,
  row: passkey,
});

/** The viewer's passkeys, newest first. */
export function passkeysOf(tx: Tx, userId: string): Promise<Passkey[]> {
  return tx.query(passkeysOfSql, [userId]);
}

const methodsSql = statement({
  text: `select app.has_password() as has_password, app.is_fresh($2) as fresh,
      (select count(*)::int from recovery_codes where user_id = $1 and used_at is null) as codes_left,
      exists (select from recovery_codes where user_id = $1) as has_codes`,
  row: { has_password: t.bool, fresh: t.bool, codes_left: t.int, has_codes: t.bool },
});

/** What else opens the viewer's account, and whether this session may change it. */
export async function otherMethods(
  tx: Tx,
  userId: string,
  sessionId: string,
): Promise<RowIn<typeof methodsSql>> {
  const rows = await tx.query(methodsSql, [userId, sessionId]);
  return rows[0]!;
}

const credentialsOfSql = statement({
  text: 'select credential_id, transports from passkeys where user_id = $1 order by id',
  row: { credential_id: t.bytes, transports: t.texts },
});

/** The credentials of the viewer, so that an authenticator does not get a second one. */
export function credentialsOf(tx: Tx, userId: string): Promise<RowIn<typeof credentialsOfSql>[]> {
  return tx.query(credentialsOfSql, [userId]);
}

const passkeyForSql = statement({
  text: 'select user_id, public_key, sign_count from app.passkey_for($1, $2)',
  row: { user_id: t.uuid, public_key: t.bytes, sign_count: t.bigint },
});
export type StoredPasskey = RowIn<typeof passkeyForSql>;

/** What an answer of this passkey is checked with, also without a viewer. */
export async function passkeyFor(tx: Tx, credential: Buffer): Promise<StoredPasskey | undefined> {
  const rows = await tx.query(passkeyForSql, [
    credential,
    tx.sign('passkey_for', credential.toString('hex')),
  ]);
  return rows[0];
}

/** A challenge as it is stored when it is answered, and when it ends. */
export type Spent = Answered['challenge'];

const confirmByPasskeySql = statement({
  text: 'select app.confirm_by_passkey($1, $2, $3, $4, $5, $6, $7, $8) as confirmed',
  row: { confirmed: t.bool },
});

/** Confirms the viewer's session. False: as for `startByPasskey`, or the passkey is another user's. */
export async function confirmByPasskey(
  tx: Tx,
  sessionId: string,
  { credential, counter, backedUp, challenge }: Answered,
  userAgent: string | null,
): Promise<boolean> {
  const parts = [sessionId, credential.toString('hex'), String(counter), challenge.hash.toString('hex')];
  const rows = await tx.query(confirmByPasskeySql, [
    ...[sessionId, credential, counter, backedUp, userAgent, challenge.hash, challenge.endsAt],
    tx.sign('confirm_by_passkey', ...parts),
  ]);
  return rows[0]!.confirmed;
}

const confirmByPasswordSql = statement({
  text: 'select app.confirm_by_password($1, $2, $3) as outcome',
  row: { outcome: t.oneOf(['confirmed', 'wrong password', 'code needed', 'wrong code', 'gone']) },
});

export async function confirmByPassword(
  tx: Tx,
  sessionId: string,
  proof: Buffer,
  codeHash: Buffer | null,
): Promise<RowIn<typeof confirmByPasswordSql>['outcome']> {
  const rows = await tx.query(confirmByPasswordSql, [sessionId, proof, codeHash]);
  return rows[0]!.outcome;
}

const addPasskeySql = statement({
  text: `select app.add_passkey($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
    make_interval(hours => $17), $18) as outcome`,
  row: {
    outcome: t.oneOf([
      ...(['added', 'first added', 'repeated', 'known', 'confirmation needed', 'too many', 'spent'] as const),
    ]),
  },
});

export type NewPasskey = {
  id: string;
  credential: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  rpId: string;
  name: string;
  multiDevice: boolean;
  backedUp: boolean;
  userAgent: string | null;
  challenge: Spent;
};

/** Adds a passkey of the viewer; the first one with recovery codes of these hashes, and with a link that undoes it. */
export async function addPasskey(
  tx: Tx,
  sessionId: string,
  passkey: NewPasskey,
  codeHashes: Buffer[],
  undo: { hash: Buffer; hours: number },
): Promise<RowIn<typeof addPasskeySql>['outcome']> {
  const { id, credential, publicKey, counter, transports, rpId, name, multiDevice, backedUp } = passkey;
  const { userAgent, challenge } = passkey;
  const signed = [credential, publicKey, challenge.hash].map((bytes) => bytes.toString('hex'));
  const rows = await tx.query(addPasskeySql, [
    ...[sessionId, id, credential, publicKey, counter, transports, rpId, name, multiDevice, backedUp],
    ...[userAgent, challenge.hash, challenge.endsAt, codeHashes, limits.passkeys, undo.hash, undo.hours],
    tx.sign('add_passkey', sessionId, ...signed),
  ]);
  return rows[0]!.outcome;
}

const byCredentialSql = statement({
  text: `select ${columns} from passkeys where user_id = $1 and credential_id = $2`,
  row: passkey,
});

export async function passkeyOf(tx: Tx, userId: string, credential: Buffer): Promise<Passkey | undefined> {
  const rows = await tx.query(byCredentialSql, [userId, credential]);
  return rows[0];
}

const renamePasskeySql = statement({
  text: `update passkeys set name = $2 where id = $1 returning ${columns}`,
  row: passkey,
});

/** Undefined when the viewer has no such passkey. */
export async function renamePasskey(tx: Tx, id: string, name: string): Promise<Passkey | undefined> {
  const rows = await tx.query(renamePasskeySql, [id, name]);
  return rows[0];
}

const removePasskeySql = statement({
  text: 'select app.remove_passkey($1, $2, $3, $4, $5, $6) as outcome',
  row: { outcome: t.oneOf(['removed', 'not found', 'confirmation needed', 'last way']) },
});

/** What else opens an account: passkeys for this host, the provider of this issuer, and passwords. */
export type OtherWays = { rpId: string; issuer: string | null; passwords: boolean };

export async function removePasskey(
  tx: Tx,
  sessionId: string,
  id: string,
  { rpId, issuer, passwords }: OtherWays,
): Promise<RowIn<typeof removePasskeySql>['outcome']> {
  const signature = tx.sign('remove_passkey', sessionId, id, rpId);
  const rows = await tx.query(removePasskeySql, [sessionId, id, rpId, signature, issuer, passwords]);
  return rows[0]!.outcome;
}

const renewCodesSql = statement({
  text: 'select app.renew_recovery_codes($1, $2, $3) as outcome',
  row: { outcome: t.oneOf(['renewed', 'confirmation needed', 'none needed']) },
});

export async function renewRecoveryCodes(
  tx: Tx,
  sessionId: string,
  hashes: Buffer[],
): Promise<RowIn<typeof renewCodesSql>['outcome']> {
  const signature = tx.sign('renew_recovery_codes', sessionId);
  const rows = await tx.query(renewCodesSql, [sessionId, hashes, signature]);
  return rows[0]!.outcome;
}

const ownTables = {
  passkeys: statement({
    text: `select ${columns}, user_id, transports, multi_device from passkeys where user_id = $1 order by id`,
    row: { ...passkey, user_id: t.uuid, transports: t.texts, multi_device: t.bool },
  }),
  recovery_codes: statement({
    text: 'select user_id, created_at, used_at from recovery_codes where user_id = $1 order by created_at, used_at',
    row: { user_id: t.uuid, created_at: t.timestamptz, used_at: t.nullable(t.timestamptz) },
  }),
};

/** The viewer's rows for the export, without keys and hashes. */
export function ownRows(tx: Tx, userId: string, table: keyof typeof ownTables): Promise<object[]> {
  return tx.query<t.Columns>(ownTables[table], [userId]);
}
