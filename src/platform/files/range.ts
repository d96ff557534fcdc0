// Parses a byte range (RFC 9110, section 14). Media players use it to seek.
import type { ByteRange } from './store.ts';

/**
 * Parses a Range header for an object of `size` bytes. `whole` when the header is absent, malformed, in another unit or
 * has several ranges, as the RFC allows. `outside` when the range is not satisfiable: the response is 416.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'whole' | 'outside' {
  const match = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return 'whole';
    const length = Math.min(Number(last), size);
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'outside';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
