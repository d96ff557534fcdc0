// Check-ins and their files for the owner's data export, including the bin.
import type { Tx } from '#platform/database/transaction.ts';
import { bucket, type CheckIn } from '../../contract.ts';
import { allFiles } from '../file-store.ts';
import { checkInPage } from '../page-store.ts';
import { allCheckIns, textLength } from '../store.ts';

const size = 500;

type Paged<Row> = { rows: Row[]; next: string | null };

function paged<Row extends { id: string }>(rows: Row[]): Paged<Row> {
  return { rows, next: rows.length < size ? null : rows.at(-1)!.id };
}

export const checkInTables = {
  check_ins: async (tx: Tx, viewer: string, after: string | null) =>
    paged(await allCheckIns(tx, viewer, after, size)),
  log_files: async (tx: Tx, viewer: string, after: string | null) =>
    paged(await allFiles(tx, viewer, after, size)),
};

export async function filesToExport(tx: Tx, viewer: string, after: string | null) {
  const { rows, next } = paged(await allFiles(tx, viewer, after, size));
  const files = rows.map((row) => ({
    id: row.id,
    ownerId: row.check_in_id,
    key: `${bucket}/${row.file_path}`,
    name: row.file_name,
    size: row.file_size,
    at: row.entry_created_at,
  }));
  return { rows: files, next };
}

/** The timeline, newest first, without the bin. */
export async function entriesToExport(tx: Tx, _: string, after: string | null): Promise<Paged<CheckIn>> {
  const [at, id] = after?.split(' ') ?? [];
  const before = at !== undefined && id !== undefined ? { at, id } : null;
  const rows = await checkInPage(tx, { before, from: null, to: null, limit: size });
  const last = rows.at(-1);
  return { rows, next: rows.length < size || !last ? null : `${last.created_at} ${last.id}` };
}

/** The total size in bytes of the content of all entries. */
export const textBytes = textLength;
