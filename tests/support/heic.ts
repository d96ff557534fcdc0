// HEIC photos made of tiles, as phones take them: one encoded picture of 256 × 256 pixels, repeated.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const encoded = (name: string) => readFileSync(join(import.meta.dirname, 'heic', name));

function box(type: string, ...parts: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + body.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}
const full = (type: string, version: number, ...parts: (Buffer | number[])[]) =>
  box(type, [version, 0, 0, 0], ...parts);
const u16 = (...values: number[]) => values.flatMap((value) => [value >> 8, value & 255]);
const u32 = (...values: number[]) => values.flatMap((value) => u16(value >>> 16, value & 0xffff));
const text = (value: string) => Buffer.from(value, 'latin1');

/** A photo of columns × rows tiles. `turns`: how many quarter turns to the left it is shown with. */
export function tiledHeic(
  columns: number,
  rows: number,
  { turns = 0, width = columns * 256, height = rows * 256 } = {},
): Buffer {
  const tile = encoded('tile.heic');
  const at = tile.indexOf('hvcC') - 4;
  const codec = tile.subarray(at, at + tile.readUInt32BE(at));
  const data = tile.subarray(tile.indexOf('mdat') + 4);
  const tiles = Array.from({ length: columns * rows }, (_, index) => index + 2);
  const items = [1, ...tiles];
  const grid = Buffer.from([0, 1, rows - 1, columns - 1, ...u32(width, height)]);

  const infos = items.map((id) => full('infe', 2, u16(id, 0), text(id === 1 ? 'grid' : 'hvc1'), [0]));
  const properties = box(
    'ipco',
    codec,
    full('ispe', 0, u32(256, 256)),
    full('ispe', 0, u32(width, height)),
    box('irot', [turns]),
  );
  const uses = items.flatMap((id) => [...u16(id), ...(id === 1 ? [2, 3, 0x84] : [2, 0x81, 2])]);
  const extents = (offset: number) =>
    items.flatMap((id) => [
      ...u16(id, id === 1 ? 1 : 0, 0, 1),
      ...(id === 1 ? u32(0, grid.length) : u32(offset, data.length)),
    ]);
  const meta = (offset: number) =>
    full(
      'meta',
      0,
      full('hdlr', 0, u32(0), text('pict'), u32(0, 0, 0), [0]),
      full('pitm', 0, u16(1)),
      full('iinf', 0, u16(items.length), Buffer.concat(infos)),
      full(
        'iref',
        0,
        box(
          'dimg',
          u16(1, tiles.length),
          tiles.flatMap((id) => u16(id)),
        ),
      ),
      box('iprp', properties, full('ipma', 0, u32(items.length), uses)),
      full('iloc', 1, [0x44, 0], u16(items.length), extents(offset)),
      box('idat', grid),
    );
  const type = box('ftyp', text('heic'), u32(0), text('mif1heic'));
  return Buffer.concat([type, meta(type.length + meta(0).length + 8), box('mdat', data)]);
}

/** 8,000 × 8,000 pixels in one piece. `claimed`: the side that the file claims to have. */
export function largeHeic(claimed = 8000): Buffer {
  const photo = Buffer.from(encoded('large.heic'));
  const at = photo.indexOf('ispe') + 8;
  photo.writeUInt32BE(claimed, at);
  photo.writeUInt32BE(claimed, at + 4);
  return photo;
}
