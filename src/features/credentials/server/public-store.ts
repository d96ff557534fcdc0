// Credentials of vouches that anyone can read, by the id that public pages show.
import { createHash, randomInt, randomUUID } from 'node:crypto';
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { limits, listLength } from '../constants.ts';
import { candidates, type SignedForms } from './store.ts';

const reserveSql = statement({
  text: 'select id, list_id, index from app.reserve_public_credential($1, $2, $3, $4, $5, $6, $7)',
  row: { id: t.uuid, list_id: t.uuid, index: t.int },
});

/** The place of the credential in a list. Undefined if the vouch is not public. */
export async function reservePublic(
  tx: Tx,
  publicId: string,
  origin: string,
): Promise<RowIn<typeof reserveSql> | undefined> {
  const random = Array.from({ length: candidates }, () => randomInt(listLength));
  const credential = randomUUID();
  const signature = tx.sign('reserve_public_credential', publicId, credential, origin);
  const values = [publicId, credential, origin, randomUUID(), random, limits.usedEntries, signature];
  const rows = await tx.query(reserveSql, values);
  return rows[0];
}

const storeSql = statement({ text: 'select app.store_public_credential($1, $2, $3, $4, $5, $6)' });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Stores the signed forms, unless another call was first. */
export async function storePublic(
  tx: Tx,
  publicId: string,
  { json, jwt, issuer, keyId }: SignedForms,
): Promise<void> {
  const signature = tx.sign('store_public_credential', publicId, hashOf(json), hashOf(jwt), issuer, keyId);
  await tx.query(storeSql, [publicId, json, jwt, issuer, keyId, signature]);
}
