// All SQL on vouch_files. Row-level security limits every statement to the viewer's rows.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { previews, statuses, type VouchFile } from '../contract.ts';

const file = {
  id: t.uuid,
  vouch_id: t.uuid,
  file_name: t.text,
  file_path: t.text,
  file_type: t.text,
  file_size: t.bigint,
  mime_type: t.text,
  preview: t.oneOf(previews),
  created_at: t.timestamptz,
} satisfies t.ColumnsOf<VouchFile>;
const columns = t.list(file);

const fileByIdSql = statement({
  text: `select ${columns}, deleted_at from vouch_files
    where id = $1 and exists (select 1 from vouches v where v.id = vouch_id and v.deleted_at is null)`,
  row: { ...file, deleted_at: t.nullable(t.timestamptz) },
});

/** A file of one of the viewer's vouches, unless the vouch is deleted. It may be removed itself. */
export async function storedFile(
  tx: Tx,
  id: string,
): Promise<{ file: VouchFile; isRemoved: boolean } | undefined> {
  const [row] = await tx.query(fileByIdSql, [id]);
  if (!row) return undefined;
  const { deleted_at, ...stored } = row;
  return { file: stored, isRemoved: deleted_at !== null };
}

/** A file of one of the viewer's vouches, unless either is deleted. */
export async function fileById(tx: Tx, id: string): Promise<VouchFile | undefined> {
  const stored = await storedFile(tx, id);
  return stored?.isRemoved ? undefined : stored?.file;
}

const usage = `select v.status, (
    select count(*)::int from vouch_files f where f.vouch_id = v.id and f.deleted_at is null) as files
  from vouches v where v.id = $1 and v.deleted_at is null`;
const usageRow = { status: t.oneOf(statuses), files: t.int };
const usageSql = statement({ text: usage, row: usageRow });
const lockSql = statement({
  text: 'select v.id from vouches v where v.id = $1 and v.deleted_at is null for update',
  row: { id: t.uuid },
});

/**
 * The state of one of the viewer's vouches and how many files it has. Undefined if there is no such vouch. `lock`
 * blocks other changes to it, including the reference's answer, until the transaction ends.
 */
export async function vouchUsage(
  tx: Tx,
  vouchId: string,
  mode: 'lock' | 'read',
): Promise<RowIn<typeof usageSql> | undefined> {
  if (mode === 'lock') await tx.query(lockSql, [vouchId]);
  const rows = await tx.query(usageSql, [vouchId]);
  return rows[0];
}

export type NewFile = Omit<VouchFile, 'created_at'> & {
  user_id: string;
  view_path: string | null;
  view_size: number;
  sha256: Buffer;
};

const insertFileSql = statement({
  text: `insert into vouch_files (id, user_id, vouch_id, file_name, file_path, view_path, file_type, file_size,
      view_size, mime_type, preview, sha256)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (id) do nothing returning ${columns}`,
  row: file,
});

/** Inserts the row of a stored file. Undefined if the id is taken. */
export async function insertFile(tx: Tx, added: NewFile): Promise<VouchFile | undefined> {
  const rows = await tx.query(insertFileSql, [
    ...[added.id, added.user_id, added.vouch_id, added.file_name, added.file_path, added.view_path],
    ...[added.file_type, added.file_size, added.view_size, added.mime_type, added.preview, added.sha256],
  ]);
  return rows[0];
}

const setRemovedSql = statement({
  text: 'update vouch_files set deleted_at = case when $2 then now() end where id = $1',
});

/** Removes a file, or restores it. */
export async function setRemoved(tx: Tx, id: string, removed: boolean): Promise<void> {
  await tx.query(setRemovedSql, [id, removed]);
}

const stored = {
  file_name: t.text,
  file_path: t.text,
  view_path: t.nullable(t.text),
  mime_type: t.text,
  preview: t.oneOf(previews),
  sha256: t.bytes,
};
const fileForViewerSql = statement({
  name: 'vouch_file_for',
  text: `select ${t.list(stored)} from app.vouch_file_for($1, $2, $3)`,
  row: stored,
});
type StoredFile = RowIn<typeof fileForViewerSql>;

/** The file of a signed URL, checked against the current permissions of its viewer: the owner, or the vouch itself. */
export async function fileForViewer(tx: Tx, viewer: string, id: string): Promise<StoredFile | undefined> {
  const rows = await tx.query(fileForViewerSql, [viewer, id, tx.sign('vouch_file_for', viewer, id)]);
  return rows[0];
}

const allFilesSql = statement({
  text: `select ${columns}, user_id, view_path, view_size, encode(sha256, 'hex') as sha256, deleted_at
    from vouch_files where user_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
  row: {
    ...{ ...file, user_id: t.uuid, view_path: t.nullable(t.text), view_size: t.bigint, sha256: t.text },
    deleted_at: t.nullable(t.timestamptz),
  },
});

/** All of the viewer's files of vouches with all columns, by id. */
export function allFiles(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<RowIn<typeof allFilesSql>[]> {
  return tx.query(allFilesSql, [userId, after, limit]);
}
