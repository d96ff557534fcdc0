// Pure decisions on check-ins, the same in the form and on the server.
import {
  limits,
  type AnnouncedFile,
  type CheckIn,
  type FileFault,
  type LogFile,
  type MissingFile,
} from './contract.ts';

/** How far ahead of the clock a date may stand, in milliseconds: two clocks are never quite equal. */
const clockTolerance = 60_000;
const dayMs = 86_400_000;
const earliest = Date.UTC(1900, 0, 1);

/**
 * The content as it is stored: one kind of line break, no control characters (PostgreSQL has no NUL), well-formed
 * Unicode, no blank ends.
 */
export function normalizeContent(typed: string): string {
  return typed
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .toWellFormed()
    .trim();
}

/** Length in characters as people and PostgreSQL count them: an emoji outside the basic plane is one, not two. */
export function countCharacters(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) pairs++;
  }
  return text.length - pairs;
}

/** What is wrong with a content, or nothing. Takes it as typed (R-B3). */
export function contentFault(typed: string): 'content_required' | 'content_too_long' | undefined {
  const content = normalizeContent(typed);
  if (content === '') return 'content_required';
  return countCharacters(content) > limits.content ? 'content_too_long' : undefined;
}

/** Whether an entry may stand under this instant: since 1900, and at most a minute ahead (R-B1). */
export function dateFault(at: Date, now: Date): 'invalid_date' | undefined {
  const time = at.getTime();
  return time >= earliest && time <= now.getTime() + clockTolerance ? undefined : 'invalid_date';
}

/** Whole days until an entry in the bin is gone, the day under way counted (R-B2): 1 to 30. */
export function daysLeftInBin(deletedAt: string, now: number): number {
  const left = Date.parse(deletedAt) + limits.daysInBin * dayMs - now;
  return Math.min(limits.daysInBin, Math.max(1, Math.ceil(left / dayMs)));
}

type Candidate = { name: string; size: number; type: string };

/** Why a file cannot be attached beside `already` others, as far as its name and size tell; the server reads the bytes. */
export function fileFault(file: Candidate, already: number): FileFault | undefined {
  if (!acceptsFile(file)) return 'type';
  if (file.size === 0) return 'empty';
  if (file.size > limits.fileBytes) return 'too_large';
  return already >= limits.files ? 'too_many' : undefined;
}

const acceptedEndings = /\.(pdf|docx?|txt)$/i;
// Phones hand over HEIC photos and some recordings without a type: their endings are taken as well.
const mediaEndings = /\.(hei[cf]|avif|jpe?g|png|gif|webp|mp4|m4v|mov|webm|mkv|mp3|m4a|wav|ogg|flac|aac)$/i;

function acceptsFile({ name, type }: Candidate): boolean {
  return /^(image|video|audio)\//.test(type) || acceptedEndings.test(name) || mediaEndings.test(name);
}

/** Whether an entry that stands under an id is what was sent under it: once edited, it has other words. */
export function isSameEntry(
  there: Pick<CheckIn, 'content' | 'emoji' | 'edited_at'>,
  content: string,
  emoji: string | null,
): boolean {
  return there.edited_at !== null || (there.content === content && there.emoji === emoji);
}

/** The instant that a new entry stands under: a browser's clock may run ahead a little; the entry does not (R-B1). */
export function entryDate(wanted: Date, now: number): string {
  return new Date(Math.min(wanted.getTime(), now)).toISOString();
}

const rendered = /^image\/(jpeg|png|webp)$/;
/** What is shown as it was sent may take so many bytes in a list of files. */
const thumbnailBytes = 1024 * 1024;

/** Whether a list of files shows the image: from its rendition, or itself when it has none and is small. */
export function hasThumbnail({ preview, mime_type, file_size }: ThumbnailFacts): boolean {
  return preview === 'image' && (rendered.test(mime_type) || file_size <= thumbnailBytes);
}
type ThumbnailFacts = Pick<LogFile, 'preview' | 'mime_type' | 'file_size'>;

type Placed = { id: string; position: number };

/** The place behind all of these files. */
function nextPosition(files: readonly Pick<Placed, 'position'>[]): number {
  return Math.max(-1, ...files.map((file) => file.position)) + 1;
}

/** The place of a file that arrives: the announced one, or behind all others. `lastStored` is -1 when none is stored. */
export function filePosition(id: string, missing: readonly MissingFile[], lastStored: number): number {
  const announced = missing.find((file) => file.id === id);
  return announced?.position ?? nextPosition([...missing, { position: lastStored }]);
}

export type WantedEdit = {
  /** Normalized. */
  content: string | undefined;
  emoji: string | null | undefined;
  /** Files to be added, under the names that they will be shown by. */
  files: readonly AnnouncedFile[];
  remove: readonly string[];
  /** As it was when the editing began. */
  edited_at: string | null;
};

/**
 * What an edit makes of an entry with these stored files: a refusal, nothing, because it stands as wanted already, or
 * the change (R-B2). An edit from elsewhere is not written over.
 */
export function decideEdit(
  found: CheckIn,
  stored: readonly Placed[],
  wanted: WantedEdit,
): 'edited_elsewhere' | 'too_many_files' | 'as_wanted' | { missingFiles: MissingFile[]; removed: string[] } {
  const removed = new Set(wanted.remove);
  const there = [...stored, ...found.missing_files];
  const known = new Set(there.map((file) => file.id));
  const added = wanted.files.filter((file) => !known.has(file.id));
  if (time(found.edited_at) !== time(wanted.edited_at)) {
    const asWanted =
      (wanted.content === undefined || wanted.content === found.content) &&
      (wanted.emoji === undefined || wanted.emoji === found.emoji) &&
      added.length === 0 &&
      !wanted.remove.some((file) => known.has(file));
    return asWanted ? 'as_wanted' : 'edited_elsewhere';
  }
  const first = nextPosition(there);
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
