// Pure decisions about changes to check-ins, shared by the server and the guest's database. Each takes what is stored
// and what is requested, and returns a refusal, or what to store.
import { capAtNow, dateProblem } from '#platform/clock/past-date.ts';
import { displayName } from '#platform/files/file-name.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';
import type { AnnouncedFile, CheckIn, ImportedCheckIn, LogFile, MissingFile } from './contract.ts';
import { contentProblem } from './rules.ts';

type RequestedFile = AnnouncedFile & { position?: number | undefined };

/** Converts announced files to the missing files of an entry: with display names, in order. */
function toMissingFiles(files: readonly RequestedFile[]): MissingFile[] {
  return files.map(({ id, name, size, position }, index) => ({
    id,
    name: displayName(name, limits.fileName),
    size,
    position: position ?? index,
  }));
}

export type RequestedEntry = Pick<ImportedCheckIn, 'id' | 'content'> & {
  emoji?: CheckIn['emoji'] | undefined;
  created_at?: string | undefined;
  files?: readonly RequestedFile[] | undefined;
  source?: CheckIn['source'] | undefined;
  source_name?: string | null | undefined;
};

/** `created_at` is null if the entry is dated when it is stored. */
export type NewEntry = Pick<
  CheckIn,
  'id' | 'content' | 'emoji' | 'missing_files' | 'source' | 'source_name'
> & {
  created_at: string | null;
};

/** The entry to insert under an id that is not taken, or why it is refused. */
export function decideCreate(
  { id, content, emoji = null, created_at, files = [], source = null, source_name = null }: RequestedEntry,
  now: number,
): 'content_required' | 'content_too_long' | 'invalid_date' | 'too_many_files' | NewEntry {
  const dated = created_at === undefined ? undefined : dateProblem(new Date(created_at), new Date(now));
  const problem = contentProblem(content) ?? dated;
  if (problem) return problem;
  if (files.length > limits.files) return 'too_many_files';
  return {
    id,
    content: normalizeText(content),
    emoji,
    created_at: created_at === undefined ? null : capAtNow(created_at, now),
    missing_files: toMissingFiles(files),
    source,
    source_name: source === null ? null : sourceName(source_name),
  };
}

/** The entry to import, or why it is refused. Caps all dates at now, because the browser's clock may be ahead. */
export function decideImport(entry: ImportedCheckIn, now: number) {
  const decided = decideCreate(entry, now);
  if (typeof decided === 'string') return decided;
  const capped = (at: string | null) => at && capAtNow(at, now);
  return {
    ...decided,
    kind: entry.kind,
    created_at: decided.created_at ?? new Date(now).toISOString(),
    edited_at: capped(entry.edited_at),
    deleted_at: capped(entry.deleted_at),
  };
}

/** What an entry says about its source, in one line. */
function sourceName(input: string | null): string | null {
  const name = normalizeText(input ?? '').replace(/\s+/g, ' ');
  return name === '' ? null : [...name].slice(0, limits.sourceName).join('');
}

/**
 * Whether the entry under a taken id, with these stored files, is the one being sent again, such as after a lost
 * connection. An edited entry counts as the same. A different one is refused: it must not look saved or shared.
 * `existing` is undefined if the id belongs to another user. `isSameShare`: nothing was sent about sharing, or it was
 * shared like that.
 */
export function decideTakenId<Row extends Pick<CheckIn, 'content' | 'emoji' | 'edited_at' | 'missing_files'>>(
  existing: Row | undefined,
  stored: readonly Pick<LogFile, 'id'>[],
  sent: NewEntry,
  isSameShare: boolean,
): 'id_taken' | Row {
  if (!existing || !isSameShare) return 'id_taken';
  if (existing.edited_at !== null) return existing;
  const known = new Set([...existing.missing_files, ...stored].map((file) => file.id));
  const isSame =
    existing.content === sent.content &&
    existing.emoji === sent.emoji &&
    sent.missing_files.every((file) => known.has(file.id));
  return isSame ? existing : 'id_taken';
}

type Version = Pick<CheckIn, 'content' | 'emoji' | 'edited_at'>;

/** Whether nothing is lost if a stored entry stays as it is: it equals the one sent under its id, or is a later edit. */
export function holdsVersion(stored: Version, sent: Version): boolean {
  if (stored.content === sent.content && stored.emoji === sent.emoji) return true;
  return stored.edited_at !== null && (time(sent.edited_at) ?? -Infinity) < Date.parse(stored.edited_at);
}

type Placed = { id: string; position: number };

/** The position after all of these files. */
function nextPosition(files: readonly Pick<Placed, 'position'>[]): number {
  return Math.max(-1, ...files.map((file) => file.position)) + 1;
}

/** The position of an uploaded file: the announced one, or after all others. `lastStored` is -1 if none is stored. */
export function filePosition(id: string, missing: readonly MissingFile[], lastStored: number): number {
  const announced = missing.find((file) => file.id === id);
  return announced?.position ?? nextPosition([...missing, { position: lastStored }]);
}

type RequestedEdit = {
  content?: string | undefined;
  emoji?: CheckIn['emoji'] | undefined;
  /** Files to add. */
  files?: readonly AnnouncedFile[] | undefined;
  remove_files?: readonly string[] | undefined;
  /** The entry's `edited_at` when editing began. */
  edited_at: string | null;
};

/**
 * Decides what an edit does to an entry with these stored files (R-B2): a refusal, or the entry after the edit and the
 * files to remove. `entry` stays the same object if the edit is already applied. Never overwrites a concurrent edit.
 */
export function decideEdit(
  found: CheckIn | undefined,
  stored: readonly Placed[],
  { content, emoji, files = [], remove_files: remove = [], edited_at }: RequestedEdit,
  now: number,
):
  | 'content_required'
  | 'content_too_long'
  | 'not_found'
  | 'edited_elsewhere'
  | 'too_many_files'
  | { entry: CheckIn; removed: string[] } {
  const problem = content === undefined ? undefined : contentProblem(content);
  if (problem) return problem;
  if (!found || found.deleted_at !== null) return 'not_found';
  const wanted = {
    content: content === undefined ? found.content : normalizeText(content),
    emoji: emoji === undefined ? found.emoji : emoji,
  };
  const existing = [...stored, ...found.missing_files];
  const known = new Set(existing.map((file) => file.id));
  const added = toMissingFiles(files).filter((file) => !known.has(file.id));
  if (time(found.edited_at) !== time(edited_at)) {
    const isApplied =
      wanted.content === found.content &&
      wanted.emoji === found.emoji &&
      added.length === 0 &&
      !remove.some((file) => known.has(file));
    return isApplied ? { entry: found, removed: [] } : 'edited_elsewhere';
  }
  const removed = new Set(remove);
  const first = nextPosition(existing);
  const missing_files = [
    ...found.missing_files.filter((file) => !removed.has(file.id)),
    ...added.map((file, index) => ({ ...file, position: first + index })),
  ];
  const file_count = found.file_count - stored.filter((file) => removed.has(file.id)).length;
  if (added.length > 0 && file_count + missing_files.length > limits.files) return 'too_many_files';
  const edited = { ...wanted, missing_files, file_count, edited_at: new Date(now).toISOString() };
  return { entry: { ...found, ...edited }, removed: [...removed] };
}

function time(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

type Deletable = { deleted_at: string | null };

/** The row in the bin (R-B2), for entries and goals. One that is already there stays the same object. */
export function decideDelete<Row extends Deletable>(found: Row | undefined, now: number): 'not_found' | Row {
  if (!found) return 'not_found';
  return found.deleted_at === null ? { ...found, deleted_at: new Date(now).toISOString() } : found;
}

/** The row out of the bin. One that is not there stays the same object. */
export function decideRestore<Row extends Deletable>(found: Row | undefined): 'not_found' | Row {
  if (!found) return 'not_found';
  return found.deleted_at === null ? found : { ...found, deleted_at: null };
}

type Upload = Pick<LogFile, 'id' | 'check_in_id'>;

/**
 * Whether an uploaded file may be stored with its entry (R-B4). `known` is the stored file with the same id, which is
 * returned if it is sent again. `entry` is undefined if it does not exist or is in the bin.
 */
export function decideUpload<File extends Upload, Entry extends { fileCount: number }>(
  upload: Upload,
  known: File | undefined,
  entry: Entry | undefined,
): 'id_taken' | 'not_found' | 'too_many_files' | { known: File } | { entry: Entry } {
  if (known) return known.check_in_id === upload.check_in_id ? { known } : 'id_taken';
  if (!entry) return 'not_found';
  return entry.fileCount >= limits.files ? 'too_many_files' : { entry };
}
