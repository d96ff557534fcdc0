// How many bytes of files a user may store in total.
import * as t from '../database/columns.ts';
import { statement } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { refuse, type Refused } from '../http/bind.ts';

/** Renditions included. */
const quotaBytes = 1024 ** 3;

const lockStoredBytesSql = statement({ text: 'select app.lock_stored_bytes()' });

/** Serializes the viewer's uploads until the transaction ends, so that each counts the bytes of all earlier ones. */
export async function lockStoredBytes(tx: Tx): Promise<void> {
  await tx.query(lockStoredBytesSql);
}

const storedBytesSql = statement({ text: 'select app.stored_bytes() as bytes', row: { bytes: t.bigint } });

/** How many bytes the viewer has stored. */
export async function storedBytes(tx: Tx): Promise<number> {
  const rows = await tx.query(storedBytesSql);
  return rows[0]!.bytes;
}

/** Refuses bytes that would exceed a user's quota. `used` counts what the user has stored, in bytes. */
export function refuseOverQuota(used: number, bytes: number): Refused<'storage_full'> | undefined {
  return used + bytes > quotaBytes ? refuse('storage_full') : undefined;
}
