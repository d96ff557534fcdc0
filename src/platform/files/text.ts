// Recognizes text: it decodes without errors and has no control characters. Strict UTF-8, or UTF-16 with a byte order
// mark (Notepad calls it Unicode). The whole file is read, since a program can begin with a page of text.
import type { FileHandle } from 'node:fs/promises';
import { encodingOf, hasControls, markupOf } from './markup.ts';

const chunkLength = 256 * 1024;
const startLength = 16 * 1024;

/** The kind of a text file, or undefined when it is not text. */
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
    if (text === undefined || hasControls(text)) return undefined;
    if (start.length < startLength) start += text.slice(0, startLength);
  }
  return markupOf(start);
}

function decode(decoder: TextDecoder, bytes: Buffer, stream: boolean): string | undefined {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    return undefined;
  }
}
