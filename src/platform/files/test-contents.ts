// Test files, built byte by byte: genuine ones of each type, and disguised ones.
import { crc32, deflateSync } from 'node:zlib';

const bytes = (...parts: (string | number[] | Buffer)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const u16 = (value: number) => [value & 255, value >> 8];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];

export type ZipEntry = { name: string; packed?: Buffer; unpackedSize?: number; packedSize?: number };

/** A zip whose directory claims the given sizes. The data is stored, not deflated. */
export function zip(entries: ZipEntry[], comment = '', trailing = ''): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, packed = Buffer.from('x'), unpackedSize, packedSize } of entries) {
    const sizes = [...u32(packedSize ?? packed.length), ...u32(unpackedSize ?? packed.length)];
    const common = [
      ...u16(20),
      ...u16(0),
      ...u16(0),
      ...u32(0),
      ...u32(crc32(packed)),
      ...sizes,
      ...u16(name.length),
      ...u16(0),
    ];
    const local = bytes('PK\x03\x04', common, name, packed);
    directory.push(bytes('PK\x01\x02', u16(20), common, u16(0), u16(0), u16(0), u32(0), u32(offset), name));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const count = u16(entries.length);
  const end = bytes(
    'PK\x05\x06',
    u32(0),
    count,
    count,
    u32(list.length),
    u32(offset),
    u16(comment.length),
    comment,
  );
  return Buffer.concat([...locals, list, end, Buffer.from(trailing)]);
}

export const wordEntries: ZipEntry[] = [
  { name: '[Content_Types].xml' },
  { name: '_rels/.rels' },
  { name: 'word/document.xml' },
];

/** A Compound File whose directory lists these streams. 512-byte sectors; the directory follows `before` empty ones. */
export function compoundFile(streams: string[], before = 0): Buffer {
  const header = Buffer.alloc(512);
  header.write('d0cf11e0a1b11ae1', 0, 'hex');
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1 + before, 48);
  header.writeUInt32LE(0xfffffffe, 68);
  header.writeUInt32LE(0, 76);
  const sectors = Math.ceil(streams.length / 4);
  const fat = Buffer.alloc(512, 0xff);
  const body = Buffer.alloc((before + sectors) * 512);
  streams.forEach((name, index) => {
    const at = before * 512 + index * 128;
    body.write(name, at, 'utf16le');
    body.writeUInt16LE((name.length + 1) * 2, at + 64);
    body[at + 66] = name === 'Root Entry' ? 5 : 2;
  });
  for (let sector = 0; sector < sectors; sector++) {
    fat.writeUInt32LE(sector + 1 < sectors ? before + sector + 2 : 0xfffffffe, (1 + before + sector) * 4);
  }
  return Buffer.concat([header, fat, body, Buffer.alloc(512)]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = bytes(type, data);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A black 1-bit PNG: a few kilobytes that decode to width × height pixels. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  return bytes(
    '\x89PNG\r\n\x1a\n',
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  );
}

/** A box of an ISO media file: MP4, MOV, HEIC, AVIF. */
function box(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + body.length);
  return bytes(length, type, body);
}

export function isoMedia(brand: string, compatible = brand, tail = ''): Buffer {
  return bytes(
    box('ftyp', bytes(brand, [0, 0, 0, 0], compatible)),
    box('free', Buffer.alloc(64)),
    box('mdat', bytes(Buffer.alloc(256), tail)),
  );
}

const gifStart = bytes('GIF89a', u16(1), u16(1), [0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
const gifFrame = bytes([0x2c], u16(0), u16(0), u16(1), u16(1), [0, 2, 2, 0x44, 1, 0, 0x3b]);

/** A GIF of one pixel, with `between` before its frame and `after` after its end. */
export function gif(between = '', after = ''): Buffer {
  return bytes(gifStart, between, gifFrame, after);
}

export const pdf = (before = '') =>
  bytes(before, '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

export const wav = () =>
  bytes(
    'RIFF',
    u32(36 + 64),
    'WAVEfmt ',
    u32(16),
    u16(1),
    u16(1),
    u32(8000),
    u32(8000),
    u16(1),
    u16(8),
    'data',
    u32(64),
    Buffer.alloc(64),
  );

/** An EBML file (WebM, Matroska) whose tracks use these codecs. */
export function ebml(docType: string, codecs: string[]): Buffer {
  const element = (id: number[], body: Buffer) => bytes(id, [0x80 | body.length], body);
  const header = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], bytes(docType)));
  const tracks = codecs.map((codec) => element([0xae], element([0x86], bytes(codec))));
  return bytes(
    header,
    [0x18, 0x53, 0x80, 0x67, 0x01, 0, 0, 0, 0, 0, 1, 0],
    element([0x16, 0x54, 0xae, 0x6b], Buffer.concat(tracks)),
    Buffer.alloc(64),
  );
}

export const ogg = (codec: string) =>
  bytes('OggS', [0, 2], Buffer.alloc(8), u32(1), u32(0), u32(0), [1, 30], codec, Buffer.alloc(64));
export const flac = () => bytes('fLaC', [0x80, 0, 0, 34], Buffer.alloc(64));
export const mp3 = () =>
  bytes('ID3', [3, 0, 0, 0, 0, 0, 10], Buffer.alloc(10), [0xff, 0xfb, 0x90, 0x64], Buffer.alloc(400));
export const executable = () =>
  bytes('MZ', [0x90, 0, 3, 0, 0, 0], Buffer.alloc(200), 'This program cannot be run in DOS mode');
export const flash = () => bytes('CWS', [9, 0x20, 1, 0, 0], Buffer.alloc(64, 0x78));
export const gzip = () => bytes([0x1f, 0x8b, 8, 0], Buffer.alloc(64, 1));
export const utf16 = (text: string) => bytes([0xff, 0xfe], Buffer.from(text, 'utf16le'));
