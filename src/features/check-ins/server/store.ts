// All SQL on check_ins and log_files. Row-level security limits every statement to the viewer's rows. Queries also
// name the owner, so that the planner can use the matching index.
import type { Reader, Tx } from '#platform/database/transaction.ts';
import type { CheckIn, DayCount, LogFile, MissingFile, MonthCount } from '../contract.ts';
import { searchText } from '../search-rules.ts';
import type { Cursor } from '../reading-rules.ts';

export const columns = `id, user_id, kind, content, emoji, created_at, recorded_at, edited_at, deleted_at, file_count,
  missing_files, shared_with_manager`;

export type Page = {
  before: Cursor | null;
  from: string | null;
  to: string | null;
  limit: number;
};

/** A cursor above every row: the start of a list. */
export const top: Cursor = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/**
 * The viewer's entries, newest first. The bounds are plain values: under row-level security, an expression around them
 * (such as coalesce) keeps a bound out of the index condition and forces a new plan for each call.
 */
export function checkInPage(tx: Reader, page: Page): Promise<CheckIn[]> {
  const { from, to, limit } = page;
  const { at, id } = page.before ?? top;
  return tx.query<CheckIn>(
    `select ${columns} from check_ins
     where user_id = (select app.viewer()) and deleted_at is null
       and created_at < $1 and created_at >= $2 and (created_at, id) < ($3, $4)
     order by created_at desc, id desc
     limit $5`,
    [to ?? 'infinity', from ?? '-infinity', at, id, limit],
    'check_in_page',
  );
}

const parts = Array.from({ length: 13 }, (_, index) => index + 1);

/**
 * The number of the viewer's entries in each month of the given IANA zone, newest month first, and in 13 equal parts
 * of it. Groups by day first, so that the expensive steps run per day and not for each of ten thousand entries.
 */
export function monthCounts(tx: Reader, timeZone: string): Promise<MonthCount[]> {
  return tx.query<MonthCount>(
    `with days as (
       select (created_at at time zone $1)::date as day, count(*)::int as count
       from check_ins
       where user_id = (select app.viewer()) and deleted_at is null
       group by 1
     ), parts as (
       select date_trunc('month', day) as month, (extract(day from day)::int - 1) * 13 / 31 + 1 as part, count from days
     )
     select to_char(month, 'YYYY-MM') as month, sum(count)::int as count,
            array[${parts.map((part) => `coalesce(sum(count) filter (where part = ${part}), 0)::int`).join()}] as activity
     from parts
     group by parts.month
     order by parts.month desc`,
    [timeZone],
    'check_in_months',
  );
}

/** The number of the viewer's entries on each day in the given IANA zone, between two instants, oldest day first. */
export function dayCounts(
  tx: Reader,
  { timeZone, from, to }: { timeZone: string; from: string; to: string },
): Promise<DayCount[]> {
  return tx.query<DayCount>(
    `select (created_at at time zone $1)::date as day, count(*)::int as count
     from check_ins
     where user_id = (select app.viewer()) and deleted_at is null and created_at >= $2 and created_at < $3
     group by 1
     order by 1`,
    [timeZone, from, to],
    'check_in_days',
  );
}

/** The viewer's rows that changed at or after an instant, oldest change first. */
export function changedSince(tx: Reader, since: string, limit: number): Promise<CheckIn[]> {
  return tx.query<CheckIn>(
    `select ${columns} from check_ins
     where user_id = (select app.viewer()) and changed_at >= $1 order by changed_at limit $2`,
    [since, limit],
    'check_in_changes',
  );
}

/** The database's clock minus 30 seconds: an open transaction may still commit a row with an earlier timestamp. */
export async function changesHorizon(tx: Reader): Promise<string> {
  const rows = await tx.query<{ now: string }>(
    `select (now() - interval '30 seconds')::timestamptz(3) as now`,
  );
  return rows[0]!.now;
}

export async function checkInById(tx: Tx, id: string): Promise<CheckIn | undefined> {
  const rows = await tx.query<CheckIn>(`select ${columns} from check_ins where id = $1`, [id], 'check_in');
  return rows[0];
}

export type NewCheckIn = {
  id: string;
  kind: CheckIn['kind'];
  content: string;
  emoji: string | null;
  createdAt: string | null;
  missingFiles: MissingFile[];
};

/** Inserts an entry of the viewer. Undefined if the id is taken, by the same entry or by another user's. */
export async function insertCheckIn(tx: Reader, entry: NewCheckIn): Promise<CheckIn | undefined> {
  const rows = await tx.query<CheckIn>(
    `insert into check_ins (id, user_id, kind, content, emoji, created_at, missing_files, search_text)
     select $1, viewer, $2, $3, $4, coalesce($5, now()), $6, $7 from app.viewer() viewer where viewer is not null
     on conflict (id) do nothing
     returning ${columns}`,
    [
      entry.id,
      entry.kind,
      entry.content,
      entry.emoji,
      entry.createdAt,
      JSON.stringify(entry.missingFiles),
      searchText(entry.content),
    ],
    'insert_check_in',
  );
  return rows[0];
}

export type ImportedRow = Pick<
  CheckIn,
  'id' | 'kind' | 'content' | 'emoji' | 'created_at' | 'edited_at' | 'deleted_at' | 'missing_files'
>;

const importedRows = `jsonb_to_recordset($2) as e(id uuid, kind text, content text, emoji text, created_at timestamptz,
  edited_at timestamptz, deleted_at timestamptz, missing_files jsonb, search_text text)`;
const withSearchText = (rows: ImportedRow[]) =>
  JSON.stringify(rows.map((row) => ({ ...row, search_text: searchText(row.content) })));

/** Inserts entries in one statement, so that clients get one live event. Returns the ids that were new. */
export async function insertImported(tx: Tx, userId: string, rows: ImportedRow[]): Promise<string[]> {
  const added = await tx.query<{ id: string }>(
    `insert into check_ins (id, user_id, kind, content, emoji, created_at, edited_at, deleted_at, missing_files,
       search_text)
     select e.id, $1, e.kind, e.content, e.emoji, e.created_at, e.edited_at, e.deleted_at, e.missing_files, e.search_text
     from ${importedRows}
     on conflict (id) do nothing
     returning id`,
    [userId, withSearchText(rows)],
  );
  return added.map(({ id }) => id);
}

/** Those of the ids that are entries of the viewer, in the bin or not. */
export async function ownedIds(tx: Tx, userId: string, ids: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'select id from check_ins where user_id = $1 and id = any($2::uuid[])',
    [userId, ids],
  );
  return rows.map(({ id }) => id);
}

/** Applies newer edits to entries that are already imported, such as by another tab. */
export async function applyLaterEdits(tx: Tx, userId: string, rows: ImportedRow[]): Promise<void> {
  await tx.query(
    `update check_ins c set content = e.content, search_text = e.search_text, emoji = e.emoji, edited_at = e.edited_at
     from ${importedRows}
     where c.id = e.id and c.user_id = $1 and e.edited_at > coalesce(c.edited_at, '-infinity')`,
    [userId, withSearchText(rows)],
  );
}

/** An entry, in the bin or not, locked until the transaction ends. */
export async function lockCheckIn(tx: Tx, id: string): Promise<CheckIn | undefined> {
  const rows = await tx.query<CheckIn>(`select ${columns} from check_ins where id = $1 for update`, [id]);
  return rows[0];
}

export type Edit = {
  content: string | null;
  emoji: string | null;
  setEmoji: boolean;
  missingFiles: MissingFile[];
};

/** Writes an edit of a locked entry. */
export async function editCheckIn(tx: Tx, id: string, edit: Edit): Promise<CheckIn | undefined> {
  const { content, emoji, setEmoji, missingFiles } = edit;
  const rows = await tx.query<CheckIn>(
    `update check_ins
     set content = coalesce($2, content), search_text = coalesce($6, search_text),
       emoji = case when $3 then $4 else emoji end, missing_files = $5, edited_at = clock_timestamp()
     where id = $1 returning ${columns}`,
    [id, content, setEmoji, emoji, JSON.stringify(missingFiles), content && searchText(content)],
  );
  return rows[0];
}

/** Moves a locked entry to the bin or restores it. */
export async function setDeleted(tx: Tx, id: string, deleted: boolean): Promise<CheckIn | undefined> {
  const rows = await tx.query<CheckIn>(
    `update check_ins set deleted_at = case when $2 then now() end
     where id = $1 returning ${columns}`,
    [id, deleted],
  );
  return rows[0];
}

/** The bin, most recently deleted first. */
export function deletedPage(
  tx: Tx,
  userId: string,
  before: Cursor | null,
  limit: number,
): Promise<CheckIn[]> {
  const { at, id } = before ?? top;
  return tx.query<CheckIn>(
    `select ${columns} from check_ins
     where user_id = $1 and deleted_at is not null and (deleted_at, id) < ($2, $3)
     order by deleted_at desc, id desc
     limit $4`,
    [userId, at, id, limit],
    'check_in_bin',
  );
}

export async function dropMissingFile(
  tx: Tx,
  checkInId: string,
  fileId: string,
): Promise<CheckIn | undefined> {
  const rows = await tx.query<CheckIn>(
    `update check_ins
     set missing_files = coalesce(
       (select jsonb_agg(f) from jsonb_array_elements(missing_files) f where f ->> 'id' <> $2), '[]')
     where id = $1
     returning ${columns}`,
    [checkInId, fileId],
  );
  return rows[0];
}

const fileColumns =
  'id, check_in_id, file_name, file_path, file_type, file_size, mime_type, preview, position, created_at';

/** A file, if the viewer may see it. */
export async function fileById(tx: Tx, id: string): Promise<LogFile | undefined> {
  const rows = await tx.query<LogFile>(
    `select ${fileColumns} from log_files where id = $1`,
    [id],
    'file_by_id',
  );
  return rows[0];
}

/** The files of an entry, in the order in which they were chosen. */
export function filesOf(tx: Tx, checkInId: string): Promise<LogFile[]> {
  return tx.query<LogFile>(
    `select ${fileColumns} from log_files where check_in_id = $1 order by position, created_at, id`,
    [checkInId],
    'files_of_check_in',
  );
}

/** The files of a check-in, and how many bytes its owner has on disk. `lastPosition` is -1 if no file is stored. */
export type FileUsage = {
  fileCount: number;
  missingFiles: MissingFile[];
  lastPosition: number;
  ownerBytes: number;
};

/**
 * The file usage of one of the viewer's check-ins and of its owner. Undefined if there is no such check-in. `lock`
 * blocks other uploads to either until the transaction ends.
 */
export async function fileUsage(tx: Tx, id: string, mode: 'lock' | 'read'): Promise<FileUsage | undefined> {
  // Serializes a user's uploads, so that the sum below includes all earlier ones.
  if (mode === 'lock') {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('files of ' || app.viewer()::text, 0))`);
  }
  const rows = await tx.query<FileUsage>(
    `select c.file_count as "fileCount", c.missing_files as "missingFiles",
       (select coalesce(max(f.position), -1) from log_files f where f.check_in_id = c.id) as "lastPosition",
       (select coalesce(sum(f.file_size + f.view_size), 0)::bigint from log_files f where f.user_id = c.user_id)
         as "ownerBytes"
     from check_ins c where c.id = $1 and c.deleted_at is null ${mode === 'lock' ? 'for update of c' : ''}`,
    [id],
  );
  return rows[0];
}

export type NewFile = Omit<LogFile, 'created_at'> & {
  user_id: string;
  view_path: string | null;
  view_size: number;
  sha256: Buffer;
};

/** Inserts the row of a stored file. Undefined if the id is taken. A trigger updates file_count and missing_files. */
export async function insertFile(tx: Tx, file: NewFile): Promise<LogFile | undefined> {
  const rows = await tx.query<LogFile>(
    `insert into log_files (id, user_id, check_in_id, file_name, file_path, view_path, file_type, file_size, view_size,
       mime_type, preview, sha256, position)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (id) do nothing
     returning ${fileColumns}`,
    [
      file.id,
      file.user_id,
      file.check_in_id,
      file.file_name,
      file.file_path,
      file.view_path,
      file.file_type,
      file.file_size,
      file.view_size,
      file.mime_type,
      file.preview,
      file.sha256,
      file.position,
    ],
  );
  return rows[0];
}

/** Deletes a file's row; a job added in the transaction deletes its bytes. Returns the id of its entry. */
export async function deleteFile(tx: Tx, id: string): Promise<string | undefined> {
  const rows = await tx.query<{ check_in_id: string }>(
    'delete from log_files where id = $1 returning check_in_id',
    [id],
  );
  return rows[0]?.check_in_id;
}

/** Deletes files of an entry, as `deleteFile` does. */
export async function deleteFiles(tx: Tx, checkInId: string, ids: string[]): Promise<void> {
  await tx.query('delete from log_files where check_in_id = $1 and id = any($2::uuid[])', [checkInId, ids]);
}

export type StoredFile = Pick<LogFile, 'file_name' | 'file_path' | 'file_size' | 'mime_type' | 'preview'> & {
  view_path: string | null;
  sha256: Buffer;
};

/** The file of a signed URL, checked against the current permissions of its viewer. */
export async function fileForViewer(tx: Tx, viewer: string, id: string): Promise<StoredFile | undefined> {
  const rows = await tx.query<StoredFile>(
    'select * from app.log_file_for($1, $2, $3)',
    [viewer, id, tx.sign('log_file_for', viewer, id)],
    'log_file_for',
  );
  return rows[0];
}

/** All of the viewer's entries with all columns, including the bin, by id. */
export function allCheckIns(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<(CheckIn & { changed_at: string })[]> {
  return tx.query(
    `select ${columns}, changed_at from check_ins
     where user_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
    [userId, after, limit],
  );
}

/** All of the viewer's files with all columns, by id, and the date of each file's entry. */
export function allFiles(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<(LogFile & { user_id: string; sha256: string; entry_created_at: string })[]> {
  return tx.query(
    `select f.id, f.user_id, f.check_in_id, f.file_name, f.file_path, f.view_path, f.file_type, f.file_size, f.view_size,
       f.mime_type, f.preview, f.position, encode(f.sha256, 'hex') as sha256, f.created_at, c.created_at as entry_created_at
     from log_files f join check_ins c on c.id = f.check_in_id
     where f.user_id = $1 and ($2::uuid is null or f.id > $2) order by f.id limit $3`,
    [userId, after, limit],
  );
}

/** The total size in bytes of the content of all of the viewer's entries. */
export async function textLength(tx: Tx, userId: string): Promise<number> {
  const rows = await tx.query<{ bytes: number }>(
    'select coalesce(sum(octet_length(content)), 0)::bigint as bytes from check_ins where user_id = $1',
    [userId],
  );
  return rows[0]!.bytes;
}
