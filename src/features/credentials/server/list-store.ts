// All SQL on status lists. They are public, and only functions reach them.
import { createHash } from 'node:crypto';
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { limits } from '../constants.ts';

const listSql = statement({
  text: `select origin, signed_json, is_changed, digest, revoked
    from app.credential_list($1, make_interval(hours => $2))`,
  row: {
    ...{ origin: t.text, signed_json: t.nullable(t.text), is_changed: t.bool, digest: t.bytes },
    revoked: t.nullable(t.ints),
  },
});

/** A list as it was last signed. `revoked`: the indexes to sign, if it is to be signed again. */
export async function statusList(tx: Tx, id: string): Promise<RowIn<typeof listSql> | undefined> {
  const rows = await tx.query(listSql, [id, limits.listHours]);
  return rows[0];
}

const storeSql = statement({ text: 'select app.store_credential_list($1, $2, $3, $4, $5)' });

/** `digest`: of what it shows as revoked. `keyId`: of the signing key in the database. */
export async function storeList(
  tx: Tx,
  id: string,
  { json, digest, keyId }: { json: string; digest: Buffer; keyId: string },
): Promise<void> {
  const hash = createHash('sha256').update(json).digest('hex');
  const signature = tx.sign('store_credential_list', id, hash, digest.toString('hex'), keyId);
  await tx.query(storeSql, [id, json, digest, keyId, signature]);
}
