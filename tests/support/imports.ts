// Runs an import in tests, and makes ZIP files.
import { deflateRawSync, crc32 } from 'node:zlib';
import type { FormatId } from '#features/imports/constants.ts';
import { formats } from '#features/imports/web/formats/list.ts';
import type { Options } from '#features/imports/read/found.ts';
import { runImport } from '#features/imports/web/worker/run-import.ts';

export const now = Date.parse('2026-11-26T12:00:00Z');

type Content = string | Uint8Array<ArrayBuffer>;

export const fileOf = (name: string, content: Content) => new File([content], name);

export async function importFiles(format: FormatId, files: File[], options: Partial<Options> = {}) {
  const collected = await runImport({
    format: formats[format],
    files,
    now,
    options: {
      timeZone: 'Europe/Berlin',
      from: '1900-01-01T00:00:00Z',
      to: '2200-01-01T00:00:00Z',
      addresses: [],
      ...options,
    },
    onProgress: () => undefined,
  });
  const { found } = collected;
  return { ...collected, lines: found.map(({ at, text }) => `${at.slice(0, 16)} ${text}`) };
}

export const importText = (
  format: FormatId,
  name: string,
  content: Content,
  options: Partial<Options> = {},
) => importFiles(format, [fileOf(name, content)], options);

type ZipPart = { name: string; content: Content; store?: boolean; flags?: number };

/** A ZIP file as programs write it. */
export function zipOf(parts: ZipPart[], comment = ''): Uint8Array<ArrayBuffer> {
  const chunks: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, content, store = false, flags = 0x0800 } of parts) {
    const bytes = Buffer.from(content);
    const packed = store ? bytes : deflateRawSync(bytes);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(store ? 0 : 8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, place, path]));
    chunks.push(head);
    at += head.length;
  }
  const end = Buffer.alloc(18);
  const size = list.reduce((sum, { length }) => sum + length, 0);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(comment.length, 16);
  return Uint8Array.from(
    Buffer.concat([...chunks, ...list, Buffer.from('PK\x05\x06'), end, Buffer.from(comment)]),
  );
}
