// Reads ZIP files of any size without loading them: the list at their end, then one entry at a time. Everything that the
// file says about itself is untrusted, so lists, sizes and ratios are bounded.
import { limits } from '../constants.ts';
import { Unreadable } from './unreadable.ts';

export type ZipEntry = {
  /** As in the file, in UTF-8. Never used as a path. */
  name: string;
  /** Bytes, as the list says. */
  size: number;
  packed: number;
  method: number;
  encrypted: boolean;
  offset: number;
};

const endSize = 22;
const maxComment = 0xffff;
const wide = 0xffffffff;

const view = async (blob: Blob) => new DataView(await blob.arrayBuffer());

export async function isZip(file: Blob): Promise<boolean> {
  if (file.size < endSize) return false;
  const start = (await view(file.slice(0, 4))).getUint32(0, true);
  return start === 0x04034b50 || start === 0x06054b50;
}

/** The files of a ZIP, without folders. Throws `Unreadable`. */
export async function zipEntries(file: Blob): Promise<ZipEntry[]> {
  const { count, size, offset } = await findList(file);
  if (count > limits.zipEntries || size > limits.zipListBytes) throw new Unreadable('too_many_files');
  if (offset + size > file.size) throw new Unreadable('broken_zip');
  const list = await view(file.slice(offset, offset + size));
  const decoder = new TextDecoder();
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > list.byteLength || list.getUint32(at, true) !== 0x02014b50)
      throw new Unreadable('broken_zip');
    const [nameLength, extraLength, comment] = [28, 30, 32].map((field) =>
      list.getUint16(at + field, true),
    ) as [number, number, number];
    const next = at + 46 + nameLength + extraLength + comment;
    if (next > list.byteLength) throw new Unreadable('broken_zip');
    const name = decoder.decode(new Uint8Array(list.buffer, at + 46, nameLength));
    const entry = {
      name,
      method: list.getUint16(at + 10, true),
      encrypted: (list.getUint16(at + 8, true) & 1) === 1,
      packed: list.getUint32(at + 20, true),
      size: list.getUint32(at + 24, true),
      offset: list.getUint32(at + 42, true),
    };
    readWide(list, at + 46 + nameLength, extraLength, entry);
    if (!name.endsWith('/')) entries.push(entry);
    at = next;
  }
  return entries;
}

/** Where the list of entries is: the end of the file says so, or the record of ZIP64 that precedes it. */
async function findList(file: Blob): Promise<{ count: number; size: number; offset: number }> {
  const from = Math.max(0, file.size - endSize - maxComment);
  const tail = await view(file.slice(from));
  for (let at = tail.byteLength - endSize; at >= 0; at--) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue;
    if (at + endSize + tail.getUint16(at + 20, true) !== tail.byteLength) continue;
    const list = {
      count: tail.getUint16(at + 10, true),
      size: tail.getUint32(at + 12, true),
      offset: tail.getUint32(at + 16, true),
    };
    const isWide = list.count === 0xffff || list.size === wide || list.offset === wide;
    return isWide ? findWideList(file, tail, at - 20) : list;
  }
  throw new Unreadable('broken_zip');
}

async function findWideList(file: Blob, tail: DataView, at: number) {
  if (at < 0 || tail.getUint32(at, true) !== 0x07064b50) throw new Unreadable('broken_zip');
  const place = Number(tail.getBigUint64(at + 8, true));
  if (place + 56 > file.size) throw new Unreadable('broken_zip');
  const record = await view(file.slice(place, place + 56));
  if (record.getUint32(0, true) !== 0x06064b50) throw new Unreadable('broken_zip');
  return {
    count: Number(record.getBigUint64(32, true)),
    size: Number(record.getBigUint64(40, true)),
    offset: Number(record.getBigUint64(48, true)),
  };
}

/** Takes the values that do not fit into the list's own fields from the extra field of ZIP64. */
function readWide(list: DataView, from: number, length: number, entry: ZipEntry): void {
  let at = from;
  while (at + 4 <= from + length) {
    const [id, size] = [list.getUint16(at, true), list.getUint16(at + 2, true)];
    let field = at + 4;
    at = field + size;
    if (id !== 1 || at > from + length) continue;
    for (const key of ['size', 'packed', 'offset'] as const) {
      if (entry[key] !== wide || field + 8 > at) continue;
      entry[key] = Number(list.getBigUint64(field, true));
      field += 8;
    }
  }
}

/** The bytes of an entry as they are packed: a view of the file, which is not read yet. */
async function packedBytes(file: Blob, { offset, packed, encrypted }: ZipEntry): Promise<Blob> {
  if (encrypted) throw new Unreadable('encrypted');
  if (offset + 30 > file.size) throw new Unreadable('broken_zip');
  const head = await view(file.slice(offset, offset + 30));
  if (head.getUint32(0, true) !== 0x04034b50) throw new Unreadable('broken_zip');
  const start = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  if (start + packed > file.size) throw new Unreadable('broken_zip');
  return file.slice(start, start + packed);
}

/**
 * The unpacked bytes of an entry. The stream fails with `Unreadable` where the entry is broken, larger than `most`, or
 * expands like a bomb. Sizes are counted, not believed.
 */
export async function unpacked(
  file: Blob,
  entry: ZipEntry,
  most: number,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const bytes = await packedBytes(file, entry);
  if (entry.method !== 0 && entry.method !== 8) throw new Unreadable('broken_zip');
  const source: ReadableStream<Uint8Array<ArrayBuffer>> =
    entry.method === 0 ? bytes.stream() : bytes.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = source.getReader();
  let total = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          total += value.length;
          const isBomb = total > limits.zipRatioBytes && total > limits.zipRatio * entry.packed;
          if (isBomb || total > most) throw new Unreadable(isBomb ? 'zip_bomb' : 'unpacked_too_large');
          controller.enqueue(value);
        } catch (error) {
          await reader.cancel().catch(() => undefined);
          controller.error(error instanceof Unreadable ? error : new Unreadable('broken_zip'));
        }
      },
      cancel: () => reader.cancel(),
    },
    { highWaterMark: 0 },
  );
}
