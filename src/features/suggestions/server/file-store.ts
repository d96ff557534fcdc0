// All SQL on suggestion_files: stored files of suggestions, which become files of entries without being copied.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';

const file = {
  id: t.uuid,
  file_name: t.text,
  file_path: t.text,
  view_path: t.nullable(t.text),
  file_type: t.text,
  file_size: t.bigint,
  view_size: t.bigint,
  mime_type: t.text,
  preview: t.oneOf(['image', 'video', 'audio', 'pdf', 'text', 'none']),
  sha256: t.bytes,
};

const filesOfSql = statement({
  text: `select ${t.list(file)} from suggestion_files where suggestion_id = any ($1::uuid[])
    order by array_position($1::uuid[], suggestion_id), position, id`,
  row: file,
});
export type StoredSuggestionFile = RowIn<typeof filesOfSql>;

/** The files of suggestions, in the order of the suggestions. */
export function filesOf(tx: Tx, suggestions: readonly string[]): Promise<StoredSuggestionFile[]> {
  return tx.query(filesOfSql, [suggestions]);
}

const insertFileSql = statement({
  text: `insert into suggestion_files (id, user_id, suggestion_id, position, file_name, file_path, view_path, file_type,
      file_size, view_size, mime_type, preview, sha256)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
});

/** Inserts the row of a file whose bytes are stored in the bucket of entries' files, below the user's id. */
export async function insertFile(
  tx: Tx,
  { userId, suggestionId, position }: { userId: string; suggestionId: string; position: number },
  added: StoredSuggestionFile,
): Promise<void> {
  await tx.query(insertFileSql, [
    ...[added.id, userId, suggestionId, position, added.file_name, added.file_path, added.view_path],
    ...[added.file_type, added.file_size, added.view_size, added.mime_type, added.preview, added.sha256],
  ]);
}

const deleteFilesOfSql = statement({
  text: 'delete from suggestion_files where suggestion_id = any ($1::uuid[])',
});

/** Deletes the rows of the files. A job of the transaction deletes those of their bytes that no entry has. */
export async function deleteFilesOf(tx: Tx, suggestions: readonly string[]): Promise<void> {
  await tx.query(deleteFilesOfSql, [suggestions]);
}
