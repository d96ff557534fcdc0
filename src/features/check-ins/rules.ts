// Pure rules for check-ins, shared by the form and the server.
import { dayMs } from '#platform/clock/durations.ts';
import { countCharacters, normalizeText } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';
import type { FileProblem, LogFile } from './contract.ts';

/** Why the raw input is not valid content, or undefined when it is (R-B3). */
export function contentProblem(input: string): 'content_required' | 'content_too_long' | undefined {
  const content = normalizeText(input);
  if (content === '') return 'content_required';
  return countCharacters(content) > limits.content ? 'content_too_long' : undefined;
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
export function fileProblem(file: Candidate, already: number): FileProblem | undefined {
  if (!acceptsFile(file)) return 'type';
  return fileSizeProblem(file.size) ?? (already >= limits.files ? 'too_many' : undefined);
}

/** Why a file of `size` bytes cannot be stored, or undefined if it can (R-B4). */
export function fileSizeProblem(size: number): 'empty' | 'too_large' | undefined {
  if (size === 0) return 'empty';
  return size > limits.fileBytes ? 'too_large' : undefined;
}

const acceptedExtensions = /\.(pdf|docx?|txt)$/i;
// Phones provide HEIC photos and some recordings without a type, so their extensions are also accepted.
const mediaExtensions = /\.(hei[cf]|avif|jpe?g|png|gif|webp|mp4|m4v|mov|webm|mkv|mp3|m4a|wav|ogg|flac|aac)$/i;

function acceptsFile({ name, type }: Candidate): boolean {
  return /^(image|video|audio)\//.test(type) || acceptedExtensions.test(name) || mediaExtensions.test(name);
}

const rendered = /^image\/(jpeg|png|webp)$/;
/** The largest original that is used as its own thumbnail in a file list. */
const thumbnailBytes = 1024 * 1024;

/** Whether a file list shows a thumbnail: the rendition, or the original if there is none and it is small. */
export function hasThumbnail({ preview, mime_type, file_size }: ThumbnailFacts): boolean {
  return preview === 'image' && (rendered.test(mime_type) || file_size <= thumbnailBytes);
}
type ThumbnailFacts = Pick<LogFile, 'preview' | 'mime_type' | 'file_size'>;
