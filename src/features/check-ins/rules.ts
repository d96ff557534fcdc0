// Pure decisions on check-ins, the same in the form and on the server.
import { limits, type FileFault } from './contract.ts';

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

/** Whether an entry may stand under this instant: any past since 1900, and at most a minute ahead (R-B1). */
export function dateFault(at: Date, now: Date): 'invalid_date' | undefined {
  const time = at.getTime();
  return time >= earliest && time <= now.getTime() + clockTolerance ? undefined : 'invalid_date';
}

/** Whether the two dates of an entry are a day or more apart, so that both are shown (R-B1). */
export function datesDiffer(createdAt: string, recordedAt: string): boolean {
  return Math.abs(Date.parse(createdAt) - Date.parse(recordedAt)) >= dayMs;
}

/** Whole days until an entry in the bin is gone, the day under way counted (R-B2): 1 to 30. */
export function daysLeftInBin(deletedAt: string, now: number): number {
  const left = Date.parse(deletedAt) + limits.daysInBin * dayMs - now;
  return Math.min(limits.daysInBin, Math.max(1, Math.ceil(left / dayMs)));
}

/** Bytes, KB, MB or GB with 2 decimals, in steps of 1024: 1536 is "1.50 KB". */
export function formatBytes(bytes: number): string {
  const units = ['Bytes', 'KB', 'MB', 'GB'] as const;
  let size = Math.max(0, bytes);
  let unit = 0;
  // 1023.996 KB would round to "1024.00 KB": go up as soon as the rounded figure reaches 1024.
  while (unit < units.length - 1 && Number(size.toFixed(2)) >= 1024) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(2)} ${units[unit]}`;
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
