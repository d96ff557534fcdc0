// Parses a byte range (RFC 9110, section 14). Media players use it to seek.
import type { ByteRange, WantedRange } from './store.ts';

/**
 * Parses a Range header. Undefined when it is absent, malformed, in another unit or has several ranges: the response is
 * the whole object, as the RFC allows.
 */
export function wantedRange(header: string | undefined): WantedRange | undefined {
  const match = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') return last === '' ? undefined : { suffix: Number(last) };
  if (last === '') return { first: Number(first) };
  return Number(last) < Number(first) ? undefined : { first: Number(first), last: Number(last) };
}

/** The bytes of an object of `size` bytes. `outside` when the range is not satisfiable: the response is 416. */
export function rangeWithin(wanted: WantedRange, size: number): ByteRange | 'outside' {
  if ('suffix' in wanted) {
    const length = Math.min(wanted.suffix, size);
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 };
  }
  if (wanted.first >= size) return 'outside';
  return { start: wanted.first, end: Math.min(wanted.last ?? Infinity, size - 1) };
}
