// The rows of an archive's tables, as docs/formats/archive.md describes them. What is not as described is skipped with its
// reason: the archive is a file of the user, and may come from anywhere.
import { emojis, limits as entryLimits } from '#features/check-ins/constants.ts';
import { contentProblem } from '#features/check-ins/rules.ts';
import { cadences } from '#features/goals/constants.ts';
import { periodProblem, textProblem } from '#features/goals/rules.ts';
import { limits as recordLimits } from '#features/imported-records/constants.ts';
import { decideRecord, originOf } from '#features/imported-records/rules.ts';
import { dateProblem } from '#platform/clock/past-date.ts';
import { displayName } from '#platform/files/file-name.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import type { SkipReason } from '../../constants.ts';
import { isObject, textIn } from '../../read/json-items.ts';
import type { ArchivedEntry, ArchivedFile, ArchivedGoal, ArchivedRecord } from './archive-items.ts';

export type Row = Record<string, unknown>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const day = /^\d{4}-\d\d-\d\d$/;

/** An id of a row. Empty if it is none. */
function idIn(row: Row, key: string): string {
  const id = textIn(row, key).toLowerCase();
  return uuid.test(id) ? id : '';
}

type Dated = { at: string } | { problem: SkipReason };

function dateIn(row: Row, key: string, now: number): Dated {
  const at = Date.parse(textIn(row, key));
  if (Number.isNaN(at)) return { problem: textIn(row, key) === '' ? 'no_date' : 'bad_date' };
  if (!dateProblem(new Date(at), new Date(now))) return { at: new Date(at).toISOString() };
  return { problem: at > now ? 'in_future' : 'bad_date' };
}

/** A date that may be missing, or unusable: then it is null. */
function optionalDate(row: Row, key: string, now: number): string | null {
  const dated = dateIn(row, key, now);
  return 'at' in dated ? dated.at : null;
}

/** A whole number of a row within bounds; otherwise `fallback`. */
function numberIn(row: Row, key: string, max: number, fallback: number): number {
  const value = row[key];
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max
    ? (value as number)
    : fallback;
}

const problems = { content_required: 'no_text', content_too_long: 'text_too_long' } as const;

/** An entry without its files, or why it is skipped. */
export function entryIn(row: Row, now: number): Omit<ArchivedEntry, 'files'> | SkipReason {
  const id = idIn(row, 'id');
  const content = normalizeText(textIn(row, 'content'));
  if (id === '') return 'broken_item';
  const problem = contentProblem(content);
  if (problem) return problems[problem];
  const created = dateIn(row, 'created_at', now);
  if ('problem' in created) return created.problem;
  const emoji = emojis.find((known) => known === row['emoji']) ?? null;
  const kind = row['kind'] === 'goal' ? 'goal' : 'entry';
  const { at: created_at } = created;
  return { id, kind, content, emoji, created_at, edited_at: optionalDate(row, 'edited_at', now) };
}

export const hasUnknownEmoji = (row: Row) =>
  typeof row['emoji'] === 'string' && !emojis.some((known) => known === row['emoji']);

const goalProblems = { text_required: 'no_text', text_too_long: 'text_too_long' } as const;

export function goalIn(row: Row, now: number): ArchivedGoal | SkipReason {
  const id = idIn(row, 'id');
  const text = normalizeText(textIn(row, 'text'));
  if (id === '') return 'broken_item';
  const problem = textProblem(text);
  if (problem) return goalProblems[problem];
  const created = dateIn(row, 'created_at', now);
  if ('problem' in created) return created.problem;
  const cadence = cadences.find((known) => known === row['cadence']) ?? null;
  const period_start = cadence === null ? null : textIn(row, 'period_start') || null;
  const isDay = period_start === null || (day.test(period_start) && !Number.isNaN(Date.parse(period_start)));
  if (!isDay || periodProblem({ cadence, period_start }, now)) return 'broken_item';
  const completed_at = optionalDate(row, 'completed_at', now);
  if (completed_at === null && textIn(row, 'completed_at') !== '') return 'bad_date';
  return {
    id,
    text,
    cadence,
    period_start,
    created_at: created.at,
    completed_at,
    check_in_id: idIn(row, 'check_in_id') || null,
  };
}

/** A file of an entry. `path` is where the archive has it, and `sha256` what its bytes must be, if it says so. */
export type FileRow = Omit<ArchivedFile, 'isHere'> & { entryId: string; path: string; sha256: string };

export function fileIn(row: Row): FileRow | SkipReason {
  const [id, entryId] = [idIn(row, 'id'), idIn(row, 'check_in_id')];
  if (id === '' || entryId === '') return 'broken_item';
  return {
    ...{ id, entryId, name: displayName(textIn(row, 'file_name'), entryLimits.fileName) },
    size: numberIn(row, 'file_size', Number.MAX_SAFE_INTEGER, 0),
    position: numberIn(row, 'position', 9999, 0),
    path: textIn(row, 'exported_as'),
    sha256: textIn(row, 'sha256'),
  };
}

/** Files that the entry lacked at the other instance, too. */
export function missingFilesIn(row: Row): ArchivedFile[] {
  const list = Array.isArray(row['missing_files']) ? row['missing_files'].filter(isObject) : [];
  return list.flatMap((file) => {
    const id = idIn(file, 'id');
    if (id === '') return [];
    const name = displayName(textIn(file, 'name'), entryLimits.fileName);
    const size = numberIn(file, 'size', entryLimits.fileBytes, 0);
    return [{ id, name, size, position: numberIn(file, 'position', 9999, 0), isHere: false }];
  });
}

/** A shoutout or a verified vouch of the instance that wrote the archive. */
export function recordIn(
  row: Row,
  kind: ArchivedRecord['kind'],
  origin: string,
  now: number,
): ArchivedRecord | SkipReason {
  return decidedRecord({ kind, id: idIn(row, 'id'), origin, record: JSON.stringify(row) }, now);
}

const credentialPath = /^credentials\/[\w-]{1,100}\.json$/;

/** Whose credential a row names, and where the archive has it. Undefined if it was never issued. */
export function credentialFileIn(row: Row): { vouchId: string; path: string } | undefined {
  const [vouchId, path] = [idIn(row, 'vouch_id'), textIn(row, 'exported_as')];
  return vouchId !== '' && credentialPath.test(path) ? { vouchId, path } : undefined;
}

/** A record with this credential. Unchanged if it has one, if this is none, or if both are larger than a record may be. */
export function withCredential(found: ArchivedRecord, text: string): ArchivedRecord {
  try {
    const [row, credential] = [JSON.parse(found.record) as Row, JSON.parse(text) as unknown];
    if (row['credential'] != null || !isObject(credential)) return found;
    const record = JSON.stringify({ ...row, credential });
    return record.length > recordLimits.record ? found : { ...found, record };
  } catch {
    return found;
  }
}

/** What the instance that wrote the archive had imported from another one. */
export function importedRecordIn(row: Row, now: number): ArchivedRecord | SkipReason {
  const { kind } = row;
  if (kind !== 'shoutout' && kind !== 'vouch') return 'broken_item';
  const origin = originOf(textIn(row, 'origin'));
  if (origin === undefined) return 'broken_item';
  return decidedRecord({ kind, id: idIn(row, 'original_id'), origin, record: textIn(row, 'record') }, now);
}

function decidedRecord(found: ArchivedRecord, now: number): ArchivedRecord | SkipReason {
  if (found.id === '') return 'broken_item';
  if (found.record.length > recordLimits.record) return 'record_too_large';
  const decided = decideRecord({ ...found, original_id: found.id }, now);
  if (typeof decided !== 'string') return { ...found, record: decided.record };
  return decided === 'invalid_date' ? 'bad_date' : 'broken_item';
}
