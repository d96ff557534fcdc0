// The boxes of ISO media files: a length, a type of four letters, and a body (ISO 14496-12).
import type { Patches } from './patches.ts';
import { CannotClean, type Source } from './source.ts';

/** `start` to `end` includes the header, `body` does not. */
export type Box = { type: string; start: number; body: number; end: number };

/** A file has far fewer boxes, apart from samples, which are not boxes. */
const maxBoxes = 50_000;
const visited = new WeakMap<Source, number>();

/**
 * Visits the boxes of a part of the file, in order. Bytes that are not a box are overwritten, such as the zero that may
 * end a list in QuickTime, or data that a camera has added after the last box.
 */
export async function eachBox(
  source: Source,
  patches: Patches | undefined,
  { from, to }: { from: number; to: number },
  visit: (box: Box) => Promise<void> | void,
): Promise<void> {
  for (let at = from; at < to;) {
    const box = await boxAt(source, at, to);
    if (!box) {
      patches?.zero(at, to - at);
      return;
    }
    await visit(box);
    at = box.end;
  }
}

async function boxAt(source: Source, start: number, to: number): Promise<Box | undefined> {
  const count = (visited.get(source) ?? 0) + 1;
  if (count > maxBoxes) throw new CannotClean('too many boxes');
  visited.set(source, count);
  if (to - start < 8) return undefined;
  const header = await source.read(start, 16);
  const type = header.toString('latin1', 4, 8);
  const short = header.readUInt32BE(0);
  const isLong = short === 1 && header.length === 16;
  const size = isLong
    ? Number(header.readBigUInt64BE(8))
    : short === 0 && type !== '\0\0\0\0'
      ? to - start
      : short;
  const body = start + (isLong ? 16 : 8);
  const end = start + size;
  if (end < body || !/^[\x20-\x7e\xa9]{4}$/.test(type)) return undefined;
  // The last part of a recording that was cut off.
  if (end > to) return type === 'mdat' ? { type, start, body, end: to } : undefined;
  return { type, start, body, end };
}

/** Turns a box into free space, without its content. */
export function freeBox(patches: Patches, { start, body, end }: Box): void {
  patches.put(start + 4, Buffer.from('free'));
  patches.zero(body, end - body);
}

/** The name in a `hdlr` box: after version, two types and three reserved numbers. */
export function emptyHandlerName(patches: Patches, { body, end }: Box): void {
  patches.zero(Math.min(body + 24, end), Math.max(0, end - body - 24));
}
