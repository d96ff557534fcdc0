// Detects the type of a guest's file from its first bytes, never from its name or declared type alone (R-B4). Works
// without the server's decoders, so the server checks again when the file is imported into an account.
import { extensionOf } from '#platform/files/file-name.ts';
import { encodingOf, hasControls, markupOf } from '#platform/files/markup.ts';
import { limits } from '../../constants.ts';
import type { LogFile } from '../../contract.ts';

export type GuestFileType = Pick<LogFile, 'mime_type' | 'preview'>;

const headLength = 64 * 1024;
const octetStream = 'application/octet-stream';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Signatures of media files: patterns of the first bytes as Latin-1, with the MIME type. */
const signatures: [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  [/^[^]{4}ftypavi[fs]/, 'image/avif'],
  [/^[^]{4}ftyp(hei|hev|mif1|msf1)/, 'image/heic'],
  [/^[^]{4}ftyp(M4A|M4B)/, 'audio/mp4'],
  [/^[^]{4}ftypqt/, 'video/quicktime'],
  [/^[^]{4}ftyp/, 'video/mp4'],
  [/^\x1aE\xdf\xa3[^]*webm/, 'video/webm'],
  [/^\x1aE\xdf\xa3/, 'video/matroska'],
  [/^OggS/, 'audio/ogg'],
  [/^(ID3|\xff[\xe2-\xe7\xf2-\xf7\xfa-\xff])/, 'audio/mpeg'],
  [/^RIFF[^]{4}WAVE/, 'audio/wav'],
  [/^fLaC/, 'audio/flac'],
  [/^\xff[\xf1\xf9]/, 'audio/aac'],
  [/^RIFF[^]{4}AVI /, 'video/x-msvideo'],
  [/^BM[^]{4}\0\0\0\0/, 'image/bmp'],
  [/^(II\*\0|MM\0\*)/, 'image/tiff'],
];
/** Media types that browsers can show. All others are download-only. */
const shown = /^(image\/(jpeg|png|gif|webp|avif)|video\/(mp4|webm|quicktime)|audio\/(?!aiff).+)$/;
const mediaName =
  /^(jpe?g|png|gif|webp|avif|bmp|tiff?|hei[cf]|mp4|m4[av]|mov|webm|og[gav]|avi|mkv|mp3|wav|flac|aac|pdf|docx?)$/;

/** The type of a file, or undefined if it is not accepted. */
export async function guestFileType(file: Blob, name: string): Promise<GuestFileType | undefined> {
  const bytes = new Uint8Array(await file.slice(0, headLength).arrayBuffer());
  const head = new TextDecoder('latin1').decode(bytes);
  // In TextDecoder, latin1 means windows-1252, which differs at 0x80 to 0x9f. Signatures need the raw byte values.
  const start = String.fromCharCode(...bytes.subarray(0, 96));
  if (/^(\xef\xbb\xbf)?[ \t\r\n]{0,64}%PDF-\d/.test(start))
    return { mime_type: 'application/pdf', preview: 'pdf' };
  const text = textOf(bytes, file.size);
  if (text !== undefined) return typeOfText(text, name, file.size);
  if (start.startsWith('PK\x03\x04')) return (await isWord(file, head)) ? none(docx) : undefined;
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'))
    return /^do[ct]$/.test(extensionOf(name)) ? none('application/msword') : undefined;
  const mime = mediaOf(start, head);
  if (mime === undefined) return undefined;
  return shown.test(mime) ? { mime_type: mime, preview: previewOf(mime) } : none(mime);
}

function mediaOf(start: string, head: string): string | undefined {
  const mime = signatures.find(([signature]) => signature.test(start))?.[1];
  const audioOnly = mime === 'video/webm' && /A_(OPUS|VORBIS)/.test(head) && !head.includes('V_');
  return audioOnly ? 'audio/webm' : mime;
}

const none = (mime_type: string): GuestFileType => ({ mime_type, preview: 'none' });

function previewOf(mime: string): LogFile['preview'] {
  return mime.startsWith('image/') ? 'image' : mime.startsWith('video/') ? 'video' : 'audio';
}

/** The bytes decoded as text, or undefined if they are not text. */
function textOf(bytes: Uint8Array<ArrayBuffer>, size: number): string | undefined {
  try {
    const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
    const text = decoder.decode(bytes, { stream: bytes.length < size });
    return hasControls(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Text files are plain text. Markup that could run scripts becomes application/octet-stream, which nothing renders. */
function typeOfText(text: string, name: string, size: number): GuestFileType | undefined {
  if (mediaName.test(extensionOf(name))) return undefined;
  if (markupOf(text) !== 'plain') return none(octetStream);
  return { mime_type: 'text/plain', preview: size > limits.textPreview ? 'none' : 'text' };
}

/** A Word document is a ZIP file whose directory, at the end, lists its main part. */
async function isWord(file: Blob, head: string): Promise<boolean> {
  const tail = new Uint8Array(await file.slice(-headLength).arrayBuffer());
  return `${head}${new TextDecoder('latin1').decode(tail)}`.includes('word/document.xml');
}
