import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';

const snapshot = {
  full_name: t.text,
  /** Null if it is not verified. */
  address: t.nullable(t.text),
  content: t.text,
  emoji: t.nullable(t.text),
  created_at: t.timestamptz,
  /** The author's. */
  time_zone: t.nullable(t.text),
};

const sharedSnapshotSql = statement({
  name: 'shared_snapshot',
  text: `select ${t.list(snapshot)} from app.shared_snapshot($1, $2, $3)`,
  row: snapshot,
});
export type SnapshotRow = RowIn<typeof sharedSnapshotSql>;

/** The entry and its author, if the entry is shared with this address. The caller has verified the link. */
export async function sharedSnapshot(
  tx: Tx,
  checkInId: string,
  managerEmail: string,
): Promise<SnapshotRow | undefined> {
  const signature = tx.sign('shared_snapshot', checkInId, managerEmail);
  const rows = await tx.query(sharedSnapshotSql, [checkInId, managerEmail, signature]);
  return rows[0];
}
