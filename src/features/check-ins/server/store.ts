// The SQL on check_ins; pages of the timeline are in page-store.ts. Row-level security limits every statement to the viewer's rows. Queries also name the owner, so
// that the planner can use the matching index.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Entrance, Reader, Tx } from '#platform/database/transaction.ts';
import { emailStates } from '#platform/mail/email-state.ts';
import { entrySources } from '../constants.ts';
import type { CheckIn, MissingFile } from '../contract.ts';
import type { DayCount } from '../count-contract.ts';
import { searchText } from '../search-rules.ts';
import { topCursor, type Cursor } from '#platform/http/paging.ts';

export const checkIn = {
  id: t.uuid,
  user_id: t.uuid,
  kind: t.oneOf(['entry', 'goal']),
  content: t.text,
  emoji: t.nullable(t.text),
  created_at: t.timestamptz,
  recorded_at: t.timestamptz,
  edited_at: t.nullable(t.timestamptz),
  deleted_at: t.nullable(t.timestamptz),
  file_count: t.int,
  missing_files: t.jsonb<MissingFile[]>(),
  shared_with_manager: t.bool,
  manager_email: t.nullable(t.text),
  manager_email_state: t.nullable(t.oneOf(emailStates)),
  teammate_email: t.nullable(t.text),
  teammate_message: t.nullable(t.text),
  teammate_email_state: t.nullable(t.oneOf(emailStates)),
  source: t.nullable(t.oneOf(entrySources)),
  source_name: t.nullable(t.text),
} satisfies t.ColumnsOf<CheckIn>;

/** The first shoutout about an entry that the viewer sent. Most entries have none, and skip the lookup. */
const shoutout = (column: string) =>
  `case when has_shoutout then (select ${column} from shoutouts s
      where s.check_in_id = check_ins.id and s.sender_id = (select app.viewer())
      order by s.created_at, s.id limit 1) end`;
/** The columns of an entry, in a statement on check_ins. */
export const columns = `id, user_id, kind, content, emoji, created_at, recorded_at, edited_at, deleted_at, file_count,
  missing_files, shared_with_manager, manager_email, manager_email_state,
  ${shoutout('s.recipient_email')} as teammate_email, ${shoutout('s.message')} as teammate_message,
  ${shoutout(`case when s.held then 'held' else s.email_state end`)} as teammate_email_state,
  source, source_name`;

const dayCountsSql = statement({
  name: 'check_in_days',
  text: `select (created_at at time zone $1)::date as day, count(*)::int as count
    from check_ins
    where user_id = (select app.viewer()) and deleted_at is null and created_at >= $2 and created_at < $3
    group by 1
    order by 1`,
  row: { day: t.date, count: t.int },
});

/** The number of the viewer's entries on each day in the given IANA zone, between two instants, oldest day first. */
export function dayCounts(
  tx: Reader,
  { timeZone, from, to }: { timeZone: string; from: string; to: string },
): Promise<DayCount[]> {
  return tx.query(dayCountsSql, [timeZone, from, to]);
}

const changedSinceSql = statement({
  name: 'check_in_changes',
  text: `select ${columns} from check_ins
    where user_id = (select app.viewer()) and changed_at >= $1 order by changed_at limit $2`,
  row: checkIn,
});

/** The viewer's rows that changed at or after an instant, oldest change first. */
export function changedSince(tx: Reader, since: string, limit: number): Promise<CheckIn[]> {
  return tx.query(changedSinceSql, [since, limit]);
}

const changesHorizonSql = statement({
  text: `select (now() - interval '30 seconds')::timestamptz(3) as now`,
  row: { now: t.timestamptz },
});

/** The database's clock minus 30 seconds: an open transaction may still commit a row with an earlier timestamp. */
export async function changesHorizon(tx: Reader): Promise<string> {
  const rows = await tx.query(changesHorizonSql);
  return rows[0]!.now;
}

const checkInByIdSql = statement({
  name: 'check_in',
  text: `select ${columns} from check_ins where id = $1`,
  row: checkIn,
});

export async function checkInById(tx: Tx, id: string): Promise<CheckIn | undefined> {
  const rows = await tx.query(checkInByIdSql, [id]);
  return rows[0];
}

export type NewCheckIn = {
  id: string;
  kind: CheckIn['kind'];
  content: string;
  emoji: string | null;
  createdAt: string | null;
  missingFiles: MissingFile[];
  source: CheckIn['source'];
  sourceName: string | null;
};

// What the database decides about a new entry. Everything else is known, and returning all columns would cost a sixth of
// the statement.
const inserted = {
  ...{ id: t.uuid, user_id: t.uuid, created_at: t.timestamptz, recorded_at: t.timestamptz },
  ...{ source: checkIn.source, source_name: checkIn.source_name },
};

/** $1 to $9 are the entry. */
const insertFrom = (viewer: string) =>
  `insert into check_ins (id, user_id, kind, content, emoji, created_at, missing_files, search_text, source, source_name)
    select $1, viewer, $2, $3, $4, coalesce($5, now()), $6, $7, $8, $9 from ${viewer} where viewer is not null
    on conflict (id) do nothing
    returning ${t.list(inserted)}`;
const insertValues = (entry: NewCheckIn) => [
  entry.id,
  entry.kind,
  entry.content,
  entry.emoji,
  entry.createdAt,
  JSON.stringify(entry.missingFiles),
  searchText(entry.content),
  entry.source,
  entry.sourceName,
];

/** The new entry as it is stored: a test compares it with the row. */
const insertedEntry = (
  { kind, content, emoji, missingFiles }: NewCheckIn,
  row: t.RowOf<typeof inserted>,
): CheckIn => ({
  id: row.id,
  user_id: row.user_id,
  kind,
  content,
  emoji,
  created_at: row.created_at,
  recorded_at: row.recorded_at,
  edited_at: null,
  deleted_at: null,
  file_count: 0,
  missing_files: missingFiles,
  shared_with_manager: false,
  manager_email: null,
  manager_email_state: null,
  teammate_email: null,
  teammate_message: null,
  teammate_email_state: null,
  source: row.source,
  source_name: row.source_name,
});

const insertCheckInSql = statement({
  name: 'insert_check_in',
  text: insertFrom('app.viewer() viewer'),
  row: inserted,
});

/** Inserts an entry of the viewer. Undefined if the id is taken, by the same entry or by another user's. */
export async function insertCheckIn(tx: Reader, entry: NewCheckIn): Promise<CheckIn | undefined> {
  const [row] = await tx.query(insertCheckInSql, insertValues(entry));
  return row && insertedEntry(entry, row);
}

const enterAndInsertSql = statement({
  name: 'enter_and_insert_check_in',
  text: insertFrom('(select user_id as viewer from app.enter($10)) entered'),
  row: inserted,
});

/** The same without a transaction around it. Also undefined if there is no live session. */
export async function enterAndInsertCheckIn(tx: Entrance, entry: NewCheckIn): Promise<CheckIn | undefined> {
  const [row] = await tx.enterAndQuery(enterAndInsertSql, insertValues(entry));
  return row && insertedEntry(entry, row);
}

export type MailedEntry = { id: string; userId: string; content: string; emoji: string | null };

const insertMailedSql = statement({ text: 'select app.add_mailed_entry($1, $2, $3, $4, $5, $6)' });

/** Inserts an entry of a user without a session, unless the id is taken. */
export async function insertMailed(tx: Tx, { id, userId, content, emoji }: MailedEntry): Promise<void> {
  const signature = tx.sign('add_mailed_entry', id, userId, content);
  await tx.query(insertMailedSql, [id, userId, content, emoji, searchText(content), signature]);
}

export type ImportedRow = Pick<
  CheckIn,
  | 'id'
  | 'kind'
  | 'content'
  | 'emoji'
  | 'created_at'
  | 'edited_at'
  | 'deleted_at'
  | 'missing_files'
  | 'source'
  | 'source_name'
>;

const importedRows = `jsonb_to_recordset($2) as e(id uuid, kind text, content text, emoji text, created_at timestamptz,
  edited_at timestamptz, deleted_at timestamptz, missing_files jsonb, search_text text, source text, source_name text)`;

const withSearchText = (rows: ImportedRow[]) =>
  JSON.stringify(rows.map((row) => ({ ...row, search_text: searchText(row.content) })));

/** In the FROM of an insert: one live event for all of its entries (app.announce_check_in). */
export const announcedAsOne = "set_config('app.import', 'on', true)";

const insertImportedSql = statement({
  text: `insert into check_ins (id, user_id, kind, content, emoji, created_at, edited_at, deleted_at, missing_files,
      search_text, source, source_name)
    select e.id, $1, e.kind, e.content, e.emoji, e.created_at, e.edited_at, e.deleted_at, e.missing_files, e.search_text,
      e.source, e.source_name
    from ${importedRows}, ${announcedAsOne}
    on conflict (id) do nothing
    returning id`,
  row: { id: t.uuid },
});

/** Inserts entries, with one live event for all of them. Returns the ids that were new. */
export async function insertImported(tx: Tx, userId: string, rows: ImportedRow[]): Promise<string[]> {
  const added = await tx.query(insertImportedSql, [userId, withSearchText(rows)]);
  return added.map(({ id }) => id);
}

const ownedVersionsSql = statement({
  text: 'select id, content, emoji, edited_at from check_ins where user_id = $1 and id = any($2::uuid[])',
  row: { id: t.uuid, content: t.text, emoji: t.nullable(t.text), edited_at: t.nullable(t.timestamptz) },
});

/** What is stored under those of the ids that are entries of the viewer, in the bin or not. */
export function ownedVersions(
  tx: Tx,
  userId: string,
  ids: string[],
): Promise<RowIn<typeof ownedVersionsSql>[]> {
  return tx.query(ownedVersionsSql, [userId, ids]);
}

const applyLaterEditsSql = statement({
  text: `update check_ins c set content = e.content, search_text = e.search_text, emoji = e.emoji, edited_at = e.edited_at
    from ${importedRows}
    where c.id = e.id and c.user_id = $1 and e.edited_at > coalesce(c.edited_at, '-infinity')`,
});

/** Applies newer edits to entries that are already imported, such as by another tab. */
export async function applyLaterEdits(tx: Tx, userId: string, rows: ImportedRow[]): Promise<void> {
  await tx.query(applyLaterEditsSql, [userId, withSearchText(rows)]);
}

const lockCheckInSql = statement({
  text: `select ${columns} from check_ins where id = $1 for update`,
  row: checkIn,
});

/** An entry, in the bin or not, locked until the transaction ends. */
export async function lockCheckIn(tx: Tx, id: string): Promise<CheckIn | undefined> {
  const rows = await tx.query(lockCheckInSql, [id]);
  return rows[0];
}

const editCheckInSql = statement({
  text: `update check_ins
    set content = $2, search_text = $3, emoji = $4, missing_files = $5, edited_at = clock_timestamp()
    where id = $1 returning ${columns}`,
  row: checkIn,
});

/** Writes the content, emoji and missing files of a locked entry. */
export async function editCheckIn(tx: Tx, entry: CheckIn): Promise<CheckIn | undefined> {
  const { id, content, emoji, missing_files: missing } = entry;
  const values = [id, content, searchText(content), emoji, JSON.stringify(missing)];
  const rows = await tx.query(editCheckInSql, values);
  return rows[0];
}

const setDeletedSql = statement({
  text: `update check_ins set deleted_at = case when $2 then now() end,
      manager_email_state = case when $3 then 'held' else manager_email_state end
    where id = $1 returning ${columns}`,
  row: checkIn,
});

/** Moves an entry to the bin or restores it, under `lockMails`. `holdsMail`: its email waits until it is restored. */
export async function setDeleted(
  tx: Tx,
  id: string,
  deleted: boolean,
  holdsMail = false,
): Promise<CheckIn | undefined> {
  const rows = await tx.query(setDeletedSql, [id, deleted, holdsMail]);
  return rows[0];
}

const deletedPageSql = statement({
  name: 'check_in_bin',
  text: `select ${columns} from check_ins
    where user_id = $1 and deleted_at is not null and (deleted_at, id) < ($2, $3)
    order by deleted_at desc, id desc
    limit $4`,
  row: checkIn,
});

/** The bin, most recently deleted first. */
export function deletedPage(
  tx: Tx,
  userId: string,
  before: Cursor | null,
  limit: number,
): Promise<CheckIn[]> {
  const { at, id } = before ?? topCursor;
  return tx.query(deletedPageSql, [userId, at, id, limit]);
}

const dropMissingFileSql = statement({
  text: `update check_ins
    set missing_files = coalesce(
      (select jsonb_agg(f) from jsonb_array_elements(missing_files) f where f ->> 'id' <> $2), '[]')
    where id = $1
    returning ${columns}`,
  row: checkIn,
});

export async function dropMissingFile(
  tx: Tx,
  checkInId: string,
  fileId: string,
): Promise<CheckIn | undefined> {
  const rows = await tx.query(dropMissingFileSql, [checkInId, fileId]);
  return rows[0];
}

const allCheckInsSql = statement({
  text: `select ${columns}, changed_at, edits from check_ins
    where user_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
  row: { ...checkIn, changed_at: t.timestamptz, edits: t.int },
});

/** All of the viewer's entries with all columns, including the bin, by id. */
export function allCheckIns(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<(CheckIn & { changed_at: string; edits: number })[]> {
  return tx.query(allCheckInsSql, [userId, after, limit]);
}

const textLengthSql = statement({
  text: 'select coalesce(sum(octet_length(content)), 0)::bigint as bytes from check_ins where user_id = $1',
  row: { bytes: t.bigint },
});

/** The total size in bytes of the content of all of the viewer's entries. */
export async function textLength(tx: Tx, userId: string): Promise<number> {
  const rows = await tx.query(textLengthSql, [userId]);
  return rows[0]!.bytes;
}
