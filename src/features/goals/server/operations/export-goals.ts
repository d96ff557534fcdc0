// Goals for the export, including completed and deleted ones.
import type { Tx } from '#platform/database/transaction.ts';
import { allGoals } from '../store.ts';

const pageSize = 500;

export async function goalsTable(tx: Tx, viewer: string, after: string | null) {
  const rows = await allGoals(tx, viewer, after, pageSize);
  return { rows, next: rows.length < pageSize ? null : rows.at(-1)!.id };
}
