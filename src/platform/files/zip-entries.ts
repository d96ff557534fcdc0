// The entries of a zip file, such as a Word file. It reads what Logbook writes and office programs save: one list of
// entries at the end, nothing after it, and no encryption. A file that programs could read in different ways is refused.
import { inflate, latin1, UnreadableFile, type Bytes } from './bytes.ts';

export type Entry = { name: string; method: number; size: number; offset: number };

/** More entries than any packet has. */
const mostEntries = 5000;
const sizeOfEnd = 22;

export function zipEntries(bytes: Bytes): Entry[] {
  const view = viewOf(bytes);
  const end = view.byteLength - sizeOfEnd;
  // A comment after the end could contain another end.
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw new UnreadableFile();
  const count = view.getUint16(end + 10, true);
  if (count > mostEntries || count !== view.getUint16(end + 8, true)) throw new UnreadableFile();
  let at = view.getUint32(end + 16, true);
  const entries = Array.from({ length: count }, () => {
    if (view.getUint32(at, true) !== 0x02014b50) throw new UnreadableFile();
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const entry = {
      name: latin1(bytes.subarray(at + 46, at + 46 + nameLength!)),
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    };
    at += 46 + nameLength! + extra! + comment!;
    return entry;
  });
  if (at !== end) throw new UnreadableFile();
  return entries;
}

export async function readEntry(bytes: Bytes, { name, method, size, offset }: Entry): Promise<Bytes> {
  const view = viewOf(bytes);
  if (view.getUint32(offset, true) !== 0x04034b50) throw new UnreadableFile();
  const [nameLength, extra] = [26, 28].map((field) => view.getUint16(offset + field, true));
  const from = offset + 30 + nameLength! + extra!;
  // Some programs go by the name in front of the content.
  if (latin1(bytes.subarray(offset + 30, offset + 30 + nameLength!)) !== name) throw new UnreadableFile();
  const content = bytes.slice(from, from + size);
  if (method === 0) return content;
  if (method === 8) return inflate(content, 'raw');
  throw new UnreadableFile();
}

const viewOf = (bytes: Bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
