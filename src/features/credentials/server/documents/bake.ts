// Puts a credential into a picture, as Open Badges 3.0 calls baking: in a text chunk of a PNG, or in an element of an SVG.
import { crc32 } from 'node:zlib';

const keyword = 'openbadgecredential';
/** The signature of a PNG, and the chunk IHDR, which must be the first. */
const headerBytes = 8 + 25;

/** `png`: without a credential. */
export function bakePng(png: Buffer, json: string): Buffer {
  // Neither compressed nor translated, and without a language.
  const text = Buffer.from(`${keyword}\0\0\0\0\0${json}`);
  return Buffer.concat([png.subarray(0, headerBytes), chunk('iTXt', text), png.subarray(headerBytes)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** `svg`: as it is drawn, without a credential. */
export function bakeSvg(svg: string, json: string): string {
  const end = svg.indexOf('>');
  const namespace = ' xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"';
  const credential = `<openbadges:credential><![CDATA[${cdataOf(json)}]]></openbadges:credential>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${svg.slice(0, end)}${namespace}>${credential}${svg.slice(end + 1)}`;
}

/**
 * The same JSON, in which only strings can contain what is replaced: nothing that simple readers could take for markup, such as
 * `]]>`, and no characters that XML does not permit.
 */
const cdataOf = (json: string): string =>
  json.replaceAll(
    /[<>\u{7f}\u{fffe}\u{ffff}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
