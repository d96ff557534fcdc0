// One byte range of a stored object (RFC 9110, section 14): what players use to seek.
import type { ByteRange } from './store.ts';

/**
 * Reads a Range header for an object of `size` bytes. Nothing to obey (absent, malformed, another unit, several
 * ranges) gives `whole`, as the RFC allows; a range that lies outside gives `outside`, which is answered by 416.
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
