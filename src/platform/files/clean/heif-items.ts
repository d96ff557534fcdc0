// Cleans the `meta` box of HEIC and AVIF photos: it lists items, some of them pictures and some of them Exif or XMP. In
// videos, the box contains nothing but metadata.
import { eachBox, emptyHandlerName, freeBox, type Box } from './iso-boxes.ts';
import type { Patches } from './patches.ts';
import { CannotClean, type Source } from './source.ts';

const kept = ['hdlr', 'pitm', 'iinf', 'iref', 'iprp', 'iloc', 'idat', 'grpl', 'dinf'];
/** Items that are pictures or made of pictures. */
const pictures = [
  'hvc1',
  'hev1',
  'av01',
  'avc1',
  'vvc1',
  'j2k1',
  'jpeg',
  'unci',
  'grid',
  'iovl',
  'iden',
  'tili',
  'tmap',
];
/** Properties that change how a picture looks. Others describe it, such as `udes` with a title and tags. */
const properties = [
  'ispe',
  'pixi',
  'colr',
  'pasp',
  'hvcC',
  'av1C',
  'avcC',
  'vvcC',
  'j2kH',
  'jpgC',
  'uncC',
  'cmpd',
].concat([
  'irot',
  'imir',
  'clap',
  'auxC',
  'rloc',
  'lsel',
  'a1op',
  'a1lx',
  'clli',
  'mdcv',
  'cclv',
  'amve',
  'tols',
]);

export async function cleanItems(source: Source, patches: Patches, meta: Box): Promise<void> {
  const boxes: Box[] = [];
  await eachBox(source, patches, { from: meta.body + 4, to: meta.end }, (box) => void boxes.push(box));
  const find = (type: string) => boxes.find((box) => box.type === type);
  const handler = find('hdlr');
  const isPhoto =
    handler !== undefined && (await source.read(handler.body + 8, 4)).toString('latin1') === 'pict';
  if (!isPhoto) return freeBox(patches, meta);

  for (const box of boxes) if (!kept.includes(box.type)) freeBox(patches, box);
  emptyHandlerName(patches, handler);
  const [list, places, itemProperties] = [find('iinf'), find('iloc'), find('iprp')];
  if (!list || !places) throw new CannotClean('a photo without a list of its parts');
  const removed = await cleanList(source, patches, list);
  await cleanData(source, patches, { places, data: find('idat'), removed });
  if (itemProperties) await cleanProperties(source, patches, itemProperties);
}

/** Empties the names of all items. Returns the ids of those that are not pictures. */
async function cleanList(source: Source, patches: Patches, list: Box): Promise<Set<number>> {
  const removed = new Set<number>();
  const [version] = await source.need(list.body, 1);
  const from = list.body + 4 + (version === 0 ? 2 : 4);
  await eachBox(source, patches, { from, to: list.end }, async (entry) => {
    const fields = await source.need(entry.body, 14);
    const idSize = fields[0] === 3 ? 4 : 2;
    if (fields[0]! < 2) throw new CannotClean('an old list of parts');
    const type = fields.toString('latin1', 6 + idSize, 10 + idSize);
    if (!pictures.includes(type)) removed.add(fields.readUIntBE(4, idSize));
    const name = entry.body + 10 + idSize;
    patches.zero(name, Math.max(0, entry.end - name));
  });
  return removed;
}

type Data = {
  places: Box;
  /** The part of the box that holds small items. */
  data: Box | undefined;
  removed: Set<number>;
};

/** Overwrites the bytes of the removed items. */
async function cleanData(source: Source, patches: Patches, { places, data, removed }: Data): Promise<void> {
  const bytes = await source.need(places.body, places.end - places.body);
  const version = bytes[0]!;
  const [offsetSize, lengthSize, baseSize] = [bytes[4]! >> 4, bytes[4]! & 15, bytes[5]! >> 4];
  const indexSize = version === 0 ? 0 : bytes[5]! & 15;
  let at = 6;
  const next = (size: number): number => {
    if (at + size > bytes.length) throw new CannotClean('a list of parts that ends early');
    const value =
      size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const idSize = version < 2 ? 2 : 4;
  const count = next(idSize);
  for (let item = 0; item < count; item++) {
    const id = next(idSize);
    const method = version === 0 ? 0 : next(2) & 15;
    next(2);
    const base = next(baseSize);
    const extents = next(2);
    for (let extent = 0; extent < extents; extent++) {
      next(indexSize);
      const [offset, length] = [next(offsetSize), next(lengthSize)];
      if (!removed.has(id)) continue;
      if (method > 1 || (method === 1 && !data)) throw new CannotClean('a part within another part');
      const start = base + offset + (method === 1 ? data!.body : 0);
      patches.zero(start, Math.max(0, Math.min(length || source.size, source.size - start)));
    }
  }
}

async function cleanProperties(source: Source, patches: Patches, { body, end }: Box): Promise<void> {
  await eachBox(source, patches, { from: body, to: end }, async (box) => {
    if (box.type === 'ipma') return;
    if (box.type !== 'ipco') return freeBox(patches, box);
    // A free box keeps its place in the list, to which items refer by number.
    await eachBox(source, patches, { from: box.body, to: box.end }, (property) => {
      if (!properties.includes(property.type)) freeBox(patches, property);
    });
  });
}
