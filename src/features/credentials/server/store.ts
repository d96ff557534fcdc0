// All SQL on credentials. Row-level security limits every statement to the viewer's rows.
import { randomInt, randomUUID } from 'node:crypto';
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { limits, listLength } from '../constants.ts';

const reserved = { id: t.uuid, list_id: t.uuid, index: t.int };
const stored = {
  ...reserved,
  credential_json: t.nullable(t.text),
  jwt: t.nullable(t.text),
};
const byVouchSql = statement({
  text: `select ${t.list(stored)} from credentials where vouch_id = $1`,
  row: stored,
});

/** Signed, or only with its place in a list. */
export async function credentialByVouch(
  tx: Reader,
  vouchId: string,
): Promise<RowIn<typeof byVouchSql> | undefined> {
  const rows = await tx.query(byVouchSql, [vouchId]);
  return rows[0];
}

const issuedSql = statement({
  text: `select vouch_id, coalesce(credential_json, '') as credential_json, credential_json::jsonb #>> '{credentialSubject,identifier,0,identityHash}' as owner
    from credentials where vouch_id = any ($1::uuid[]) and credential_json is not null`,
  row: { vouch_id: t.uuid, credential_json: t.text, owner: t.nullable(t.text) },
});

/** Those of these vouches that are issued. `owner`: the name in it. */
export function issuedByVouches(tx: Reader, vouchIds: readonly string[]): Promise<RowIn<typeof issuedSql>[]> {
  return tx.query(issuedSql, [vouchIds]);
}

const namedSql = statement({
  text: `select vouch_id, credential_json::jsonb #>> '{credentialSubject,identifier,0,identityHash}' as owner,
      coalesce(jsonb_array_length(credential_json::jsonb -> 'evidence'), 0) as files
    from credentials where vouch_id = any ($1::uuid[]) and credential_json is not null`,
  row: { vouch_id: t.uuid, owner: t.nullable(t.text), files: t.int },
});

/** What issued credentials name: the owner, and how many files. */
export function namedByVouches(tx: Reader, vouchIds: readonly string[]): Promise<RowIn<typeof namedSql>[]> {
  return tx.query(namedSql, [vouchIds]);
}

const takeEntrySql = statement({
  text: 'select list_id, index from app.take_credential_entry($1, $2, $3, $4, $5)',
  row: { list_id: t.uuid, index: t.int },
});
const reserveSql = statement({
  text: `insert into credentials (id, vouch_id, user_id, list_id, index)
    values ($1, $2, app.viewer(), $3, $4) returning ${t.list(reserved)}`,
  row: reserved,
});
/** With half of the entries used, more than enough. */
export const candidates = 64;

/** Gives the credential of a verified vouch its place in a list. Undefined if it has one. */
export async function reserve(
  tx: Tx,
  vouchId: string,
  origin: string,
): Promise<RowIn<typeof reserveSql> | undefined> {
  const random = Array.from({ length: candidates }, () => randomInt(listLength));
  const [entry] = await tx.query(takeEntrySql, [vouchId, origin, randomUUID(), random, limits.usedEntries]);
  if (!entry) return undefined;
  const rows = await tx.query(reserveSql, [randomUUID(), vouchId, entry.list_id, entry.index]);
  return rows[0];
}

const signSql = statement({
  text: `update credentials set credential_json = $2, jwt = $3, issuer = $4, key_id = $5, issued_at = now()
    where vouch_id = $1 and credential_json is null`,
});

export type SignedForms = { json: string; jwt: string; issuer: string; keyId: string };

/** Stores the signed forms, unless another call was first. `keyId`: of the signing key in the database. */
export async function storeSigned(tx: Tx, vouchId: string, forms: SignedForms): Promise<void> {
  await tx.query(signSql, [vouchId, forms.json, forms.jwt, forms.issuer, forms.keyId]);
}

const ownerSql = statement({
  text: 'select full_name from profiles where user_id = app.viewer()',
  row: { full_name: t.text },
});

/** The viewer's name. */
export async function ownerName(tx: Reader): Promise<string> {
  const rows = await tx.query(ownerSql);
  return rows[0]?.full_name ?? '';
}

const all = {
  ...reserved,
  ...{ vouch_id: t.uuid, user_id: t.uuid, issuer: t.nullable(t.text), key_id: t.nullable(t.text) },
  ...{ issued_at: t.nullable(t.timestamptz), exported_as: t.nullable(t.text) },
};
const allSql = statement({
  text: `select ${t.list(reserved)}, vouch_id, user_id, issuer, key_id, issued_at,
      case when issued_at is not null then 'credentials/' || id || '.json' end as exported_as
    from credentials
    where user_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
  row: all,
});

/** All of the viewer's credentials, by id. `exported_as`: its path in the archive. */
export function allCredentials(
  tx: Reader,
  userId: string,
  after: string | null,
  limit: number,
): Promise<RowIn<typeof allSql>[]> {
  return tx.query(allSql, [userId, after, limit]);
}
