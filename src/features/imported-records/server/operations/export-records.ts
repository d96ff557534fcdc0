// What other instances recorded, for the owner's data export.
import type { Tx } from '#platform/database/transaction.ts';
import { allRecords } from '../store.ts';

const pageSize = 100;

export async function importedRecordsTable(tx: Tx, viewer: string, after: string | null) {
  const rows = await allRecords(tx, viewer, after, pageSize);
  return { rows, next: rows.length < pageSize ? null : rows.at(-1)!.id };
}
