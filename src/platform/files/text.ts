// Text is what decodes without a fault and holds no control characters: strict UTF-8, or UTF-16 with its mark (what
// Notepad calls Unicode). The whole file is read, since a program may well begin with a page of text.
import type { FileHandle } from 'node:fs/promises';

const chunkLength = 256 * 1024;
const startLength = 16 * 1024;
// Tab, line feed, form feed and carriage return are the control characters that texts have.
const control = /[^\P{Cc}\t\n\f\r]/u;

/** The kind of a text file, or nothing when it is no text. */
export async function textKindOf(
  file: FileHandle,
  size: number,
): Promise<'plain' | 'html' | 'svg' | undefined> {
  if (size === 0) return undefined;
  const chunk = Buffer.alloc(Math.min(chunkLength, size));
  let decoder: TextDecoder | undefined;
  let start = '';
  for (let position = 0; position < size;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return undefined;
    const bytes = chunk.subarray(0, bytesRead);
    position += bytesRead;
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    const text = decode(decoder, bytes, position < size);
    if (text === undefined || control.test(text)) return undefined;
    if (start.length < startLength) start += text.slice(0, startLength);
  }
  return markupOf(start);
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

function decode(decoder: TextDecoder, bytes: Buffer, stream: boolean): string | undefined {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

/** Looks for markup as browsers sniff it: the first tag after white space, comments and declarations. */
function markupOf(start: string): 'plain' | 'html' | 'svg' {
  let rest = start;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.trimStart();
    if (/^<!doctype\s+html/i.test(rest)) return 'html';
    if (/^<!doctype\s+svg/i.test(rest)) return 'svg';
    rest = rest
      .replace(/^<\?[^>]*>/, '')
      .replace(/^<!--[^]*?-->/, '')
      .replace(/^<!doctype[^>[]*(\[[^\]]*\])?\s*>/i, '');
  }
  if (/^<([a-z0-9]+:)?svg[\s>/]/i.test(rest)) return 'svg';
  const tags =
    'html|head|body|script|iframe|style|title|meta|link|base|object|embed|form|div|font|table|h1|br|p|a|b|img|video';
  return new RegExp(`^<(${tags})[\\s>/]`, 'i').test(rest) ? 'html' : 'plain';
}
