// Some database functions act for callers without a session, and only the application knows whether that is allowed.
// Such a call carries a signature over its arguments, which SQL alone cannot create (docs/decisions/0016).
import { createHash } from 'node:crypto';
import type pg from 'pg';
import * as t from './columns.ts';
import { query, statement, type RowIn } from './statement.ts';

const callKeysSql = statement({
  text: 'select inner_key, outer_key from app.call_keys',
  row: { inner_key: t.bytes, outer_key: t.bytes },
});
export type CallKeys = RowIn<typeof callKeysSql>;

const keysOf = new WeakMap<pg.Pool, CallKeys>();

/** The keys of this database, created by its migration. Only the owner can read them. */
export async function readCallKeys(owner: pg.Client): Promise<CallKeys> {
  const rows = await query(owner, callKeysSql);
  return rows[0]!;
}

/** Lets transactions of these pools sign calls. */
export function signCallsOf(pools: readonly pg.Pool[], keys: CallKeys): void {
  for (const pool of pools) keysOf.set(pool, keys);
}

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The signature that `app.require_signature` checks. `parts` are the function's name and the signed arguments. */
export function callSignature(pool: pg.Pool, parts: readonly (string | null)[]): Buffer {
  const keys = keysOf.get(pool);
  if (!keys) throw new Error('This pool has no keys to sign calls with.');
  const message = parts.map((part) => sha256(Buffer.from(part ?? '')));
  return sha256(keys.outer_key, sha256(keys.inner_key, ...message));
}
