// Goals as their owner takes them along, done and deleted ones included.
import type { Tx } from '#platform/database/transaction.ts';
import { allGoals } from '../store.ts';

const size = 500;

export async function goalsTable(tx: Tx, viewer: string, after: string | null) {
  const rows = await allGoals(tx, viewer, after, size);
  return { rows, next: rows.length < size ? null : rows.at(-1)!.id };
}
