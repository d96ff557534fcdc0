// Pure rules for check-ins, shared by the form and the server.
import { dayMs } from '#platform/clock/durations.ts';
import {
  limits,
  type AnnouncedFile,
  type CheckIn,
  type FileFault,
  type LogFile,
  type MissingFile,
} from './contract.ts';

/** How far in the future a date may be, in milliseconds. Allows for clock skew. */
const clockTolerance = 60_000;
const earliest = Date.UTC(1900, 0, 1);

/**
 * The content as it is stored: `\n` line breaks, no control characters (PostgreSQL cannot store NUL), well-formed
 * Unicode, trimmed.
 */
export function normalizeContent(input: string): string {
  return input
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .toWellFormed()
    .trim();
}

/** Length in code points, as PostgreSQL counts them: an emoji outside the basic plane is one, not two. */
export function countCharacters(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) pairs++;
  }
  return text.length - pairs;
}

/** Why the raw input is not valid content, or undefined when it is (R-B3). */
export function contentFault(input: string): 'content_required' | 'content_too_long' | undefined {
  const content = normalizeContent(input);
  if (content === '') return 'content_required';
  return countCharacters(content) > limits.content ? 'content_too_long' : undefined;
}

/** Why an entry cannot have this date. Valid dates are since 1900 and at most a minute in the future (R-B1). */
export function dateFault(at: Date, now: Date): 'invalid_date' | undefined {
  const time = at.getTime();
  return time >= earliest && time <= now.getTime() + clockTolerance ? undefined : 'invalid_date';
}

/** Days until an entry in the bin is purged, rounded up (R-B2): 1 to 30. */
export function daysLeftInBin(deletedAt: string, now: number): number {
  const left = Date.parse(deletedAt) + limits.daysInBin * dayMs - now;
  return Math.min(limits.daysInBin, Math.max(1, Math.ceil(left / dayMs)));
}

type Candidate = { name: string; size: number; type: string };

/**
 * Why a file cannot be attached in addition to `already` others. Checks name, type and size only; the server checks
 * the bytes.
 */
export function fileFault(file: Candidate, already: number): FileFault | undefined {
  if (!acceptsFile(file)) return 'type';
  if (file.size === 0) return 'empty';
  if (file.size > limits.fileBytes) return 'too_large';
  return already >= limits.files ? 'too_many' : undefined;
}

const acceptedExtensions = /\.(pdf|docx?|txt)$/i;
// Phones provide HEIC photos and some recordings without a type, so their extensions are accepted, too.
const mediaExtensions = /\.(hei[cf]|avif|jpe?g|png|gif|webp|mp4|m4v|mov|webm|mkv|mp3|m4a|wav|ogg|flac|aac)$/i;

function acceptsFile({ name, type }: Candidate): boolean {
  return /^(image|video|audio)\//.test(type) || acceptedExtensions.test(name) || mediaExtensions.test(name);
}

/** Whether a stored entry is the one being sent again under its id. An edited entry counts as the same. */
export function isSameEntry(
  existing: Pick<CheckIn, 'content' | 'emoji' | 'edited_at'>,
  content: string,
  emoji: string | null,
): boolean {
  return existing.edited_at !== null || (existing.content === content && existing.emoji === emoji);
}

/** The date of a new entry. Never in the future, even when the browser's clock is ahead (R-B1). */
export function entryDate(requested: Date, now: number): string {
  return new Date(Math.min(requested.getTime(), now)).toISOString();
}

const rendered = /^image\/(jpeg|png|webp)$/;
/** The largest original that is used as its own thumbnail in a file list. */
const thumbnailBytes = 1024 * 1024;

/** Whether a file list shows a thumbnail: the rendition, or the original if there is none and it is small. */
export function hasThumbnail({ preview, mime_type, file_size }: ThumbnailFacts): boolean {
  return preview === 'image' && (rendered.test(mime_type) || file_size <= thumbnailBytes);
}
type ThumbnailFacts = Pick<LogFile, 'preview' | 'mime_type' | 'file_size'>;

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

export type RequestedEdit = {
  /** Normalized. */
  content: string | undefined;
  emoji: string | null | undefined;
  /** Files to add, with their display names. */
  files: readonly AnnouncedFile[];
  remove: readonly string[];
  /** The entry's `edited_at` when editing began. */
  edited_at: string | null;
};

/**
 * Decides what an edit does to an entry with these stored files (R-B2): a refusal, nothing because it is already
 * applied, or the change. Never overwrites a concurrent edit.
 */
export function decideEdit(
  found: CheckIn,
  stored: readonly Placed[],
  requested: RequestedEdit,
):
  | 'edited_elsewhere'
  | 'too_many_files'
  | 'already_applied'
  | { missingFiles: MissingFile[]; removed: string[] } {
  const removed = new Set(requested.remove);
  const existing = [...stored, ...found.missing_files];
  const known = new Set(existing.map((file) => file.id));
  const added = requested.files.filter((file) => !known.has(file.id));
  if (time(found.edited_at) !== time(requested.edited_at)) {
    const alreadyApplied =
      (requested.content === undefined || requested.content === found.content) &&
      (requested.emoji === undefined || requested.emoji === found.emoji) &&
      added.length === 0 &&
      !requested.remove.some((file) => known.has(file));
    return alreadyApplied ? 'already_applied' : 'edited_elsewhere';
  }
  const first = nextPosition(existing);
  const missingFiles = [
    ...found.missing_files.filter((file) => !removed.has(file.id)),
    ...added.map(({ id, name, size }, index) => ({ id, name, size, position: first + index })),
  ];
  const left = found.file_count - stored.filter((file) => removed.has(file.id)).length;
  if (added.length > 0 && left + missingFiles.length > limits.files) return 'too_many_files';
  return { missingFiles, removed: [...removed] };
}

function time(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}
