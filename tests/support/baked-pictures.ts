// Reads credentials from pictures, apart from the code that puts them in: PNG by its chunks, SVG by an XML parser.
import { crc32 } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';

/** The chunks of a PNG, whose checksums are right. */
export function pngChunks(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const data = png.subarray(at + 8, at + 8 + length);
    if (png.readUInt32BE(at + 8 + length) !== crc32(png.subarray(at + 4, at + 8 + length)))
      throw new Error('The checksum of a chunk is wrong.');
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data });
    at += 12 + length;
  }
  return chunks;
}

/** The texts of all chunks `openbadgecredential`: keyword, flag, method, language and translated keyword come before each. */
export function credentialsInPng(png: Buffer): string[] {
  const prefix = Buffer.from('openbadgecredential\0\0\0\0\0');
  return pngChunks(png)
    .filter(({ type, data }) => type === 'iTXt' && data.subarray(0, prefix.length).equals(prefix))
    .map(({ data }) => new TextDecoder('utf-8', { fatal: true }).decode(data.subarray(prefix.length)));
}

type Svg = {
  svg: {
    '@xmlns:openbadges': string;
    title: string;
    'openbadges:credential': string | string[] | { '@verify': string };
  };
};

export const parseSvg = (svg: Buffer | string): Svg =>
  new XMLParser({
    ...{ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false, trimValues: false },
    ignoreDeclaration: true,
  }).parse(svg.toString(), true) as Svg;
