// Detects a file's type from its content alone, ignoring its name and the sender's header (R-B4). Order matters: text
// is checked before magic numbers, since "BMW" begins like a bitmap and "II*" like a TIFF.
import { open, type FileHandle } from 'node:fs/promises';
import { fileTypeFromFile, supportedMimeTypes } from 'file-type';
import { isWordDocument } from './compound-file.ts';
import { extensionOf } from './file-name.ts';
import { textKindOf } from './text.ts';
import { isWordPackage } from './zip.ts';

export type Preview = 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'none';

export type ContentType = {
  mime: string;
  /** Extensions that match the content, the usual one first. */
  extensions: readonly [string, ...string[]];
  /** How browsers can show it. */
  preview: Preview;
};

const pdf: ContentType = { mime: 'application/pdf', extensions: ['pdf'], preview: 'pdf' };
const doc: ContentType = { mime: 'application/msword', extensions: ['doc', 'dot'], preview: 'none' };
const docx: ContentType = {
  mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  extensions: ['docx', 'dotx'],
  preview: 'none',
};

// Markup that could run script is stored as plain bytes, so no later reader can render it.
const textKinds: Record<'plain' | 'html' | 'svg', ContentType> = {
  plain: {
    mime: 'text/plain',
    // Extensions that open as text on a double click. Other names get `.txt` appended when downloaded.
    extensions: [
      'txt',
      'text',
      'md',
      'markdown',
      'log',
      'csv',
      'tsv',
      'json',
      'yaml',
      'yml',
      'toml',
      'ini',
      'srt',
    ].concat(['vtt', 'tex', 'diff', 'patch', 'sql', 'ics', 'vcf']) as [string, ...string[]],
    preview: 'text',
  },
  html: { mime: 'application/octet-stream', extensions: ['html', 'htm', 'xhtml'], preview: 'none' },
  svg: { mime: 'application/octet-stream', extensions: ['svg'], preview: 'none' },
};

/** Media that browsers can show, or that get a rendition, with the extensions in use for them. */
const showable: Record<string, ContentType> = {
  'image/jpeg': { mime: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], preview: 'image' },
  'image/png': { mime: 'image/png', extensions: ['png'], preview: 'image' },
  'image/apng': { mime: 'image/png', extensions: ['png', 'apng'], preview: 'image' },
  'image/gif': { mime: 'image/gif', extensions: ['gif'], preview: 'image' },
  'image/webp': { mime: 'image/webp', extensions: ['webp'], preview: 'image' },
  'image/avif': { mime: 'image/avif', extensions: ['avif'], preview: 'image' },
  // Shown as their renditions.
  'image/heic': { mime: 'image/heic', extensions: ['heic', 'heif'], preview: 'image' },
  'image/heif': { mime: 'image/heif', extensions: ['heif', 'heic'], preview: 'image' },
  'image/heic-sequence': { mime: 'image/heic-sequence', extensions: ['heic', 'heif'], preview: 'image' },
  'image/heif-sequence': { mime: 'image/heif-sequence', extensions: ['heif', 'heic'], preview: 'image' },
  'video/mp4': { mime: 'video/mp4', extensions: ['mp4', 'm4v'], preview: 'video' },
  'video/x-m4v': { mime: 'video/mp4', extensions: ['m4v', 'mp4'], preview: 'video' },
  'video/webm': { mime: 'video/webm', extensions: ['webm'], preview: 'video' },
  'video/quicktime': { mime: 'video/quicktime', extensions: ['mov', 'qt'], preview: 'video' },
  'video/ogg': { mime: 'video/ogg', extensions: ['ogv', 'ogg'], preview: 'video' },
  'audio/mpeg': { mime: 'audio/mpeg', extensions: ['mp3', 'mpga', 'mp2'], preview: 'audio' },
  'audio/wav': { mime: 'audio/wav', extensions: ['wav'], preview: 'audio' },
  'audio/ogg': { mime: 'audio/ogg', extensions: ['ogg', 'oga', 'opus'], preview: 'audio' },
  'audio/mp4': { mime: 'audio/mp4', extensions: ['m4a', 'mp4'], preview: 'audio' },
  'audio/x-m4a': { mime: 'audio/mp4', extensions: ['m4a', 'mp4'], preview: 'audio' },
  'audio/flac': { mime: 'audio/flac', extensions: ['flac'], preview: 'audio' },
  'audio/aac': { mime: 'audio/aac', extensions: ['aac'], preview: 'audio' },
};
const webmAudio: ContentType = { mime: 'audio/webm', extensions: ['weba', 'webm'], preview: 'audio' };

const headLength = 64 * 1024;

/**
 * The type of a local file, or undefined when it is not accepted. Accepted are images, video, audio, PDF, Word
 * documents and text, including HTML and SVG as downloads.
 */
export async function contentTypeOf(path: string): Promise<ContentType | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = await readAt(file, 0, Math.min(headLength, size));
    // White space before the signature is common in the wild and harmless. Anything else, such as HTML, is not.
    if (/^(\xef\xbb\xbf)?[ \t\r\n]{0,64}%PDF-\d/.test(head.toString('latin1', 0, 96))) return pdf;
    const text = await textKindOf(file, size);
    if (text) return textKinds[text];
    if (head.indexOf('PK\x03\x04') === 0) return (await isWordPackage(file, size)) ? docx : undefined;
    if (head.indexOf('d0cf11e0a1b11ae1', 0, 'hex') === 0)
      return (await isWordDocument(file, size)) ? doc : undefined;
    // Never inflated, not even for inspection.
    if (head.indexOf('1f8b', 0, 'hex') === 0) return undefined;
    return await mediaTypeOf(path, head);
  } finally {
    await file.close();
  }
}

async function mediaTypeOf(path: string, head: Buffer): Promise<ContentType | undefined> {
  const found = await fileTypeFromFile(path, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
  if (!found) return undefined;
  const mime = found.mime.split(';')[0]!.toLowerCase();
  if (mime === 'video/webm' && /A_(OPUS|VORBIS)/.test(head.toString('latin1')) && !head.includes('V_'))
    return webmAudio;
  const known = showable[mime];
  if (known) return known;
  return isMedia(mime) ? { mime, extensions: [found.ext], preview: 'none' } : undefined;
}

const isMedia = (mime: string) => /^(image|video|audio)\//.test(mime);

/** The types that `contentTypeOf` may return, by name. */
export const acceptedTypes: readonly string[] = [
  ...new Set([
    ...[pdf, doc, docx, webmAudio, ...Object.values(textKinds)].map(({ mime }) => mime),
    ...[...supportedMimeTypes]
      .map((mime) => mime.split(';')[0]!.toLowerCase())
      .filter(isMedia)
      .map((mime) => showable[mime]?.mime ?? mime),
  ]),
];

/** All extensions of the content type whose usual extension is this one. */
export function extensionsLike(usual: string): readonly string[] {
  const known = [pdf, doc, docx, webmAudio, ...Object.values(textKinds), ...Object.values(showable)];
  return known.find((type) => type.extensions[0] === usual)?.extensions ?? [usual];
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

const mediaExtension =
  /^(jpe?g|jpe|jfif|a?png|gif|webp|avif|bmp|tiff?|ico|hei[cf]|mp4|m4[av]|mov|qt|webm|weba|og[gav]|opus|avi|mkv|mpe?g|mp[23]|wav|flac|aac|pdf|docx?)$/;

/** Whether text (including markup and script) has the extension of a photo, video, sound or document. */
export function isDisguised(name: string, type: ContentType): boolean {
  return Object.values(textKinds).includes(type) && mediaExtension.test(extensionOf(name));
}
