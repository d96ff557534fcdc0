// The text of a file, in whatever encoding it is: UTF-8, UTF-16 with or without its mark, or else Windows-1252.
import { limits } from '../constants.ts';
import { chunksOf, type Bytes, type Source } from './sources.ts';
import { Unreadable } from './unreadable.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Detects the encoding. Reads a file of UTF-8 to its end, because any byte may be the first that is none. */
async function encodingOf(source: Source): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  try {
    for await (const chunk of chunksOf(await source.open())) {
      if (first) {
        const marked = markedEncoding(chunk);
        if (marked) return marked;
        first = false;
      }
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

/** By a byte order mark, or by the zeros of Latin letters in UTF-16. */
function markedEncoding(bytes: Bytes): Encoding | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return undefined;
  const sample = bytes.subarray(0, 512);
  const zerosAt = (rest: number) => sample.filter((byte, index) => byte === 0 && index % 2 === rest).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  const many = sample.length / 4;
  if (odd > many && even === 0) return 'utf-16le';
  if (even > many && odd === 0) return 'utf-16be';
  // Zeros are in no text.
  if (even + odd > 0) throw new Unreadable('not_this_format');
  return undefined;
}

/** The text in chunks, without its byte order mark. */
export async function* textOf(source: Source): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder(await encodingOf(source));
  for await (const chunk of chunksOf(await source.open())) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/** The whole text of a small file. */
export async function wholeText(source: Source, most: number): Promise<string> {
  const parts: string[] = [];
  let total = 0;
  for await (const part of textOf(source)) {
    total += part.length;
    if (total > most) throw new Unreadable('file_too_large');
    parts.push(part);
  }
  return parts.join('');
}

export type Line = { text: string; number: number; tooLong: boolean };

/** The lines of a text, numbered from 1. A line that is too long is cut, and marked. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<Line, void, void> {
  let rest = '';
  let tooLong = false;
  let number = 0;
  let afterReturn = false;
  for await (const chunk of chunks) {
    const text = afterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    afterReturn = chunk.endsWith('\r');
    const parts = text.split(/\r\n|\r|\n/);
    const last = parts.pop()!;
    for (const part of parts) {
      const whole = rest + part;
      number += 1;
      yield { text: whole.slice(0, limits.line), number, tooLong: tooLong || whole.length > limits.line };
      rest = '';
      tooLong = false;
    }
    rest += last;
    if (rest.length > limits.line) {
      rest = rest.slice(0, limits.line);
      tooLong = true;
    }
  }
  if (rest !== '') yield { text: rest, number: number + 1, tooLong };
}
