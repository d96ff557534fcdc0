// Cleans files made of ISO boxes: MP4, QuickTime, 3GP, M4A, HEIC and AVIF. What players need is kept, everything else
// is turned into free space, which every player skips: location and author (`udta`, `meta`, `uuid`), a second video
// after a photo, and whatever cameras add in the future. Tracks that are neither picture nor sound are removed with
// their samples, because cameras record a position every second in them.
import { cleanItems } from './heif-items.ts';
import { emptyHandlerName, freeBox, eachBox, type Box } from './iso-boxes.ts';
import type { Patches } from './patches.ts';
import { CannotClean, type Source } from './source.ts';

/** Boxes that contain boxes, with the names that are kept inside. */
const inside: Record<string, readonly string[]> = {
  moov: ['mvhd', 'trak', 'mvex', 'iods'],
  trak: ['tkhd', 'edts', 'mdia', 'tapt'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'nmhd', 'gmhd', 'hdlr', 'dinf', 'stbl'],
  stbl: [
    'stsd',
    'stts',
    'ctts',
    'cslg',
    'stss',
    'stps',
    'stsc',
    'stsz',
    'stz2',
    'stco',
    'co64',
    'sgpd',
    'sbgp',
  ].concat(['sdtp', 'subs', 'saiz', 'saio']),
  dinf: ['dref'],
  mvex: ['mehd', 'trex'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sdtp', 'sgpd', 'sbgp', 'subs', 'saiz', 'saio'],
};
const atTop = ['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra', 'meta'];
/** Boxes that begin with creation and modification time: of 32 bits, or of 64 from version 1 on. */
const timed = ['mvhd', 'tkhd', 'mdhd'];
const shown = ['vide', 'soun', 'pict', 'auxv'];

export async function cleanIsoMedia(source: Source, patches: Patches): Promise<void> {
  const hidden = new Set<number>();
  await eachBox(source, patches, { from: 0, to: source.size }, async (box) => {
    if (!atTop.includes(box.type)) return freeBox(patches, box);
    if (box.type === 'meta') return cleanItems(source, patches, box);
    if (box.type in inside) await cleanBox({ source, patches, hidden }, box);
  });
}

type Cleaning = {
  source: Source;
  patches: Patches;
  /** Ids of the removed tracks. */
  hidden: Set<number>;
};

async function cleanBox(cleaning: Cleaning, parent: Box): Promise<void> {
  const { source, patches, hidden } = cleaning;
  await eachBox(source, patches, { from: parent.body, to: parent.end }, async (box) => {
    const { type } = box;
    if (!inside[parent.type]!.includes(type)) return freeBox(patches, box);
    if (type === 'trak' && !(await isShown(cleaning, box))) return freeBox(patches, box);
    if (timed.includes(type)) await clearTimes(source, patches, box);
    if (type === 'hdlr') emptyHandlerName(patches, box);
    if (type === 'stsd') await clearEncoderNames(source, patches, box);
    if (type === 'dref') await clearPaths(source, patches, box);
    // Its samples are somewhere in `mdat`, and fragments are not resolved here.
    if (type === 'tfhd' && hidden.has((await source.need(box.body + 4, 4)).readUInt32BE()))
      throw new CannotClean('fragments of a track that is not shown');
    if (type in inside) await cleanBox(cleaning, box);
  });
}

/** Whether a track is picture or sound. If not, its samples are overwritten. */
async function isShown({ source, patches, hidden }: Cleaning, track: Box): Promise<boolean> {
  const found = await boxesAt(source, track, ['mdia', 'minf', 'stbl']);
  const handler = found.get('hdlr');
  const name = handler ? (await source.need(handler.body + 8, 4)).toString('latin1') : '';
  if (shown.includes(name)) return true;
  const header = found.get('tkhd');
  if (header) {
    const [version] = await source.need(header.body, 1);
    hidden.add((await source.need(header.body + (version === 1 ? 20 : 12), 4)).readUInt32BE());
  }
  const chunks = found.get('stco') ?? found.get('co64');
  if (chunks) await clearSamples(source, patches, chunks, found.get('stsc'), found.get('stsz'));
  return false;
}

/** The boxes of a track by type, down through these boxes. */
async function boxesAt(source: Source, track: Box, through: string[]): Promise<Map<string, Box>> {
  const found = new Map<string, Box>();
  async function look(parent: Box) {
    await eachBox(source, undefined, { from: parent.body, to: parent.end }, async (box) => {
      // The first `hdlr` is that of the track. `minf` of QuickTime may have another one.
      if (!found.has(box.type)) found.set(box.type, box);
      if (through.includes(box.type)) await look(box);
    });
  }
  await look(track);
  return found;
}

/** Overwrites the samples of a track, which its tables locate: chunks, samples in each chunk, sizes of samples. */
async function clearSamples(source: Source, patches: Patches, chunks: Box, runs?: Box, sizes?: Box) {
  if (!runs || !sizes) throw new CannotClean('a track without tables');
  const wide = chunks.type === 'co64';
  const offsets = await source.need(chunks.body, chunks.end - chunks.body);
  const perChunk = await source.need(runs.body, runs.end - runs.body);
  const sized = await source.need(sizes.body, sizes.end - sizes.body);
  const [count, runCount, sameSize] = [
    offsets.readUInt32BE(4),
    perChunk.readUInt32BE(4),
    sized.readUInt32BE(4),
  ];
  let [sample, run] = [0, 0];
  for (let chunk = 0; chunk < count; chunk++) {
    while (run + 1 < runCount && perChunk.readUInt32BE(8 + (run + 1) * 12) <= chunk + 1) run++;
    const at = wide ? Number(offsets.readBigUInt64BE(8 + chunk * 8)) : offsets.readUInt32BE(8 + chunk * 4);
    const samples = perChunk.readUInt32BE(8 + run * 12 + 4);
    let length = samples * sameSize;
    if (sameSize === 0) for (let n = 0; n < samples; n++) length += sized.readUInt32BE(12 + sample++ * 4);
    patches.zero(at, Math.min(length, Math.max(0, source.size - at)));
  }
}

async function clearTimes(source: Source, patches: Patches, { body }: Box): Promise<void> {
  const [version] = await source.need(body, 1);
  patches.zero(body + 4, version === 1 ? 16 : 8);
}

/** QuickTime may name a file on the author's disk. The samples are in this file. */
async function clearPaths(source: Source, patches: Patches, { body, end }: Box): Promise<void> {
  await eachBox(source, patches, { from: body + 8, to: end }, (entry) =>
    patches.zero(entry.body + 4, Math.max(0, entry.end - entry.body - 4)),
  );
}

/** Each entry of a video has the name of its encoder in 32 bytes: often the camera's. */
async function clearEncoderNames(source: Source, patches: Patches, { body, end }: Box): Promise<void> {
  await eachBox(source, undefined, { from: body + 8, to: end }, async (entry) => {
    if (entry.end - entry.start >= 86 && (await isVideoEntry(source, entry)))
      patches.zero(entry.start + 50, 32);
  });
}

/** By the constants of an entry: 72 dpi in both directions, and one frame per sample. */
async function isVideoEntry(source: Source, { start }: Box): Promise<boolean> {
  const fields = await source.need(start + 36, 14);
  return fields.readUInt32BE(0) === 0x00480000 && fields.readUInt32BE(4) === 0x00480000;
}
