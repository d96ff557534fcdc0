// All SQL on log_files, and the list of files that an entry lacks. Row-level security limits every statement to the viewer's rows.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { lockStoredBytes } from '#platform/files/quota.ts';
import type { LogFile, MissingFile } from '../contract.ts';

const file = {
  id: t.uuid,
  check_in_id: t.uuid,
  file_name: t.text,
  file_path: t.text,
  file_type: t.text,
  file_size: t.bigint,
  mime_type: t.text,
  preview: t.oneOf(['image', 'video', 'audio', 'pdf', 'text', 'none']),
  position: t.int,
  created_at: t.timestamptz,
} satisfies t.ColumnsOf<LogFile>;
const columns = t.list(file);

const fileByIdSql = statement({
  name: 'file_by_id',
  text: `select ${columns} from log_files where id = $1`,
  row: file,
});

/** One of the viewer's files. */
export async function fileById(tx: Tx, id: string): Promise<LogFile | undefined> {
  const rows = await tx.query(fileByIdSql, [id]);
  return rows[0];
}

const maySignFileSql = statement({
  name: 'may_sign_log_file',
  text: 'select app.may_sign_log_file($1) as allowed',
  row: { allowed: t.bool },
});

/** Whether the viewer gets a signed URL of a file: their own, or one of an entry that is shared with them (R-E3). */
export async function maySignFile(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(maySignFileSql, [id]);
  return rows[0]!.allowed;
}

const filesOfSql = statement({
  name: 'files_of_check_in',
  text: `select ${columns} from log_files where check_in_id = $1 order by position, created_at, id`,
  row: file,
});

/** The files of an entry, in the order in which they were chosen. */
export function filesOf(tx: Tx, checkInId: string): Promise<LogFile[]> {
  return tx.query(filesOfSql, [checkInId]);
}

const usage = `select c.file_count as "fileCount", c.missing_files as "missingFiles",
    (select coalesce(max(f.position), -1) from log_files f where f.check_in_id = c.id) as "lastPosition",
    app.stored_bytes() as "ownerBytes"
  from check_ins c where c.id = $1 and c.deleted_at is null`;
const usageColumns = {
  fileCount: t.int,
  missingFiles: t.jsonb<MissingFile[]>(),
  lastPosition: t.int,
  ownerBytes: t.bigint,
};
const readUsageSql = statement({ text: usage, row: usageColumns });
const readAndLockUsageSql = statement({ text: `${usage} for update of c`, row: usageColumns });

/** The files of a check-in, and how many bytes its owner has on disk. `lastPosition` is -1 if no file is stored. */
export type FileUsage = RowIn<typeof readUsageSql>;

/**
 * The file usage of one of the viewer's check-ins and of its owner. Undefined if there is no such check-in. `lock`
 * blocks other uploads to either until the transaction ends.
 */
export async function fileUsage(tx: Tx, id: string, mode: 'lock' | 'read'): Promise<FileUsage | undefined> {
  if (mode === 'lock') await lockStoredBytes(tx);
  const rows = await tx.query(mode === 'lock' ? readAndLockUsageSql : readUsageSql, [id]);
  return rows[0];
}

export type NewFile = Omit<LogFile, 'created_at'> & {
  user_id: string;
  view_path: string | null;
  view_size: number;
  sha256: Buffer;
};

const insertFileSql = statement({
  text: `insert into log_files (id, user_id, check_in_id, file_name, file_path, view_path, file_type, file_size,
      view_size, mime_type, preview, sha256, position)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    on conflict (id) do nothing
    returning ${columns}`,
  row: file,
});

/** Inserts the row of a stored file. Undefined if the id is taken. A trigger updates file_count and missing_files. */
export async function insertFile(tx: Tx, file: NewFile): Promise<LogFile | undefined> {
  const rows = await tx.query(insertFileSql, [
    ...[
      file.id,
      file.user_id,
      file.check_in_id,
      file.file_name,
      file.file_path,
      file.view_path,
      file.file_type,
    ],
    ...[file.file_size, file.view_size, file.mime_type, file.preview, file.sha256, file.position],
  ]);
  return rows[0];
}

const filesToMoveSql = statement({
  text: `select id, file_name, file_path, view_path, file_type, file_size, view_size, mime_type, preview, sha256
    from log_files where check_in_id = $1 order by position, created_at, id`,
  row: {
    ...{ id: file.id, file_name: file.file_name, file_path: file.file_path, view_path: t.nullable(t.text) },
    ...{
      file_type: file.file_type,
      file_size: file.file_size,
      view_size: t.bigint,
      mime_type: file.mime_type,
    },
    ...{ preview: file.preview, sha256: t.bytes },
  },
});

/** The files of an entry with all that is stored about them. */
export function filesToMove(tx: Tx, checkInId: string): Promise<RowIn<typeof filesToMoveSql>[]> {
  return tx.query(filesToMoveSql, [checkInId]);
}

const deleteFileSql = statement({
  text: 'delete from log_files where id = $1 returning check_in_id',
  row: { check_in_id: t.uuid },
});

/** Deletes a file's row; a job added in the transaction deletes its bytes. Returns the id of its entry. */
export async function deleteFile(tx: Tx, id: string): Promise<string | undefined> {
  const rows = await tx.query(deleteFileSql, [id]);
  return rows[0]?.check_in_id;
}

const deleteFilesSql = statement({
  text: 'delete from log_files where check_in_id = $1 and id = any($2::uuid[])',
});

/** Deletes files of an entry, as `deleteFile` does. */
export async function deleteFiles(tx: Tx, checkInId: string, ids: string[]): Promise<void> {
  await tx.query(deleteFilesSql, [checkInId, ids]);
}

const { file_name, file_path, file_size, mime_type, preview } = file;
const stored = {
  ...{ file_name, file_path, file_size, mime_type, preview },
  view_path: t.nullable(t.text),
  sha256: t.bytes,
};
const fileForViewerSql = statement({
  name: 'log_file_for',
  text: `select ${t.list(stored)} from app.log_file_for($1, $2, $3)`,
  row: stored,
});
type StoredFile = RowIn<typeof fileForViewerSql>;

/** The file of a signed URL, checked against the current permissions of its viewer. */
export async function fileForViewer(tx: Tx, viewer: string, id: string): Promise<StoredFile | undefined> {
  const rows = await tx.query(fileForViewerSql, [viewer, id, tx.sign('log_file_for', viewer, id)]);
  return rows[0];
}

const allFilesSql = statement({
  text: `select f.id, f.user_id, f.check_in_id, f.file_name, f.file_path, f.view_path, f.file_type, f.file_size,
      f.view_size, f.mime_type, f.preview, f.position, encode(f.sha256, 'hex') as sha256, f.created_at,
      c.created_at as entry_created_at
    from log_files f join check_ins c on c.id = f.check_in_id
    where f.user_id = $1 and ($2::uuid is null or f.id > $2) order by f.id limit $3`,
  row: {
    ...file,
    user_id: t.uuid,
    view_path: t.nullable(t.text),
    view_size: t.bigint,
    sha256: t.text,
    entry_created_at: t.timestamptz,
  },
});

/** All of the viewer's files with all columns, by id, and the date of each file's entry. */
export function allFiles(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<RowIn<typeof allFilesSql>[]> {
  return tx.query(allFilesSql, [userId, after, limit]);
}

const noteMissingFileSql = statement({
  text: `update check_ins
    set missing_files = missing_files || jsonb_build_array(
      jsonb_build_object('id', $2::text, 'name', $3::text, 'size', $4::int, 'position', $5::int))
    where id = $1 and not missing_files @> jsonb_build_array(jsonb_build_object('id', $2::text))`,
});

/** Lists a file on an entry that could not be stored (R-B4). */
export async function noteMissingFile(tx: Tx, checkInId: string, file: MissingFile): Promise<void> {
  await tx.query(noteMissingFileSql, [checkInId, file.id, file.name, file.size, file.position]);
}
