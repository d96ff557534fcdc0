// Suggestions for the owner's data export: those that wait, their files, and the hashes of those that were settled.
import { bucket } from '#features/check-ins/contract.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { allFiles, allSettled, allSuggestions } from '../export-store.ts';

const size = 500;

type Source<Row> = (tx: Tx, viewer: string, after: string | null, limit: number) => Promise<Row[]>;

/** Pages of a source, which continues after the key of the last row. */
const paged =
  <Row>(source: Source<Row>, keyOf: (row: Row) => string) =>
  async (tx: Tx, viewer: string, after: string | null) => {
    const rows = await source(tx, viewer, after, size);
    return { rows, next: rows.length < size ? null : keyOf(rows.at(-1)!) };
  };

const files = paged(allFiles, ({ id }) => id);

export const suggestionTables = {
  suggestions: paged(allSuggestions, ({ id }) => id),
  suggestion_files: files,
  settled_suggestions: paged(allSettled, ({ sha256 }) => sha256),
};

export async function filesToExport(tx: Tx, viewer: string, after: string | null) {
  const { rows, next } = await files(tx, viewer, after);
  return {
    rows: rows.map((row) => ({
      ...{ id: row.id, ownerId: row.suggestion_id, key: `${bucket}/${row.file_path}` },
      ...{ name: row.file_name, size: row.file_size, at: row.suggested_at },
    })),
    next,
  };
}
