// Vouches and their files for the owner's data export. Those that are deleted and not purged yet are included.
import type { Tx } from '#platform/database/transaction.ts';
import { bucket } from '../../contract.ts';
import { allFiles } from '../file-store.ts';
import { allRequests } from '../request-store.ts';
import { allVouches } from '../store.ts';

const size = 500;

function paged<Row extends { id: string }>(rows: Row[]) {
  return { rows, next: rows.length < size ? null : rows.at(-1)!.id };
}

export const vouchTables = {
  vouches: async (tx: Tx, viewer: string, after: string | null) =>
    paged(await allVouches(tx, viewer, after, size)),
  vouch_files: async (tx: Tx, viewer: string, after: string | null) =>
    paged(await allFiles(tx, viewer, after, size)),
  vouch_verification_requests: async (tx: Tx, viewer: string, after: string | null) =>
    paged(await allRequests(tx, viewer, after, size)),
};

export async function vouchFilesToExport(tx: Tx, viewer: string, after: string | null) {
  const { rows, next } = paged(await allFiles(tx, viewer, after, size));
  const files = rows.map((row) => ({
    id: row.id,
    ownerId: row.vouch_id,
    key: `${bucket}/${row.file_path}`,
    name: row.file_name,
    size: row.file_size,
    at: row.created_at,
  }));
  return { rows: files, next };
}
