// The credential in a badge, as Open Badges 3.0 bakes it into a picture (docformat.md): exactly one.
import { latin1, UnreadableFile, utf8, type Bytes } from '#platform/files/bytes.ts';
import { verifyTexts as texts } from '../verify-texts.ts';

const pngSignature = '\u0089PNG\r\n\u001a\n';
const keyword = 'openbadgecredential';

export const isPng = (bytes: Bytes) => latin1(bytes.subarray(0, 8)) === pngSignature;

/** The text of the `iTXt` chunk. Throws an `UnreadableFile` whose message is for the reader. */
export function readPng(bytes: Bytes): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: string[] = [];
  let isOld = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const type = latin1(bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (data.length < length) throw new UnreadableFile(texts.brokenPicture);
    if (type === 'iTXt') {
      const name = latin1(data.subarray(0, 80)).split('\0', 1)[0];
      if (name === keyword) found.push(textOf(data));
      if (name === 'openbadges') isOld = true;
    }
    if (type === 'IEND') break;
    at += 12 + length;
  }
  return only(found, isOld);
}

function textOf(data: Bytes): string {
  const from = keyword.length + 1;
  // Uncompressed, as the standard demands. A language and a translated keyword may precede the text.
  if (data[from] !== 0) throw new UnreadableFile(texts.brokenPicture);
  const language = data.indexOf(0, from + 2);
  const translated = language === -1 ? -1 : data.indexOf(0, language + 1);
  if (translated === -1) throw new UnreadableFile(texts.brokenPicture);
  return decoded(data.subarray(translated + 1));
}

export const isSvg = (text: string) => /^\s*<(?:\?xml|!--|svg)/i.test(text) && /<svg[\s>]/i.test(text);

// Written like this because the code is part of a page, whose script the plain form would end.
const comment = /<!-{2}[\s\S]*?-->/g;
const opening = /<openbadges:credential(?=[\s/>])/g;
const element = /<openbadges:credential(\s[^<>]*?)?(?:\/>|>([\s\S]*?)<\/openbadges:credential\s*>)/;
const cdata = /<!\[CDATA\[([\s\S]*?)\]\]>/g;
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

// Behind the last end, each beginning would be searched for an end up to the end of the file.
const untilLast = (text: string, end: string) => text.slice(0, text.lastIndexOf(end) + end.length);

function withoutAll(text: string, pattern: RegExp, end: string): string {
  const searched = untilLast(text, end);
  return searched.replaceAll(pattern, '') + text.slice(searched.length);
}

/** The content of the element `openbadges:credential`. Throws an `UnreadableFile` whose message is for the reader. */
export function readSvg(text: string): string {
  // An entity of a document type could stand for anything.
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new UnreadableFile(texts.brokenPicture);
  if ((text.match(opening) ?? []).length > 1) throw new UnreadableFile(texts.severalInPicture);
  if (!opening.test(text)) return only([], /<openbadges:assertion[\s>]/.test(text));
  opening.lastIndex = 0;
  // One in a comment is none for programs that read the picture.
  const found = element.exec(withoutAll(text, comment, '-->'));
  if (!found) throw new UnreadableFile(texts.brokenPicture);
  const jwt = /\sverify\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(found[1] ?? '');
  if (jwt) return (jwt[1] ?? jwt[2])!;
  const content = found[2] ?? '';
  const parts = [...untilLast(content, ']]>').matchAll(cdata)].map((part) => part[1]);
  if (parts.length === 0) return unescaped(content);
  if (withoutAll(content, cdata, ']]>').trim() !== '') throw new UnreadableFile(texts.brokenPicture);
  return parts.join('');
}

const unescaped = (text: string) =>
  text.replaceAll(/&(\w+);/g, (reference, name: string) => entities[name] ?? reference);

function only(found: string[], isOld: boolean): string {
  if (found.length > 1) throw new UnreadableFile(texts.severalInPicture);
  if (found[0] === undefined) throw new UnreadableFile(isOld ? texts.oldPicture : texts.noneInPicture);
  return found[0];
}

function decoded(bytes: Bytes): string {
  try {
    return utf8(bytes);
  } catch (error) {
    throw new UnreadableFile(texts.brokenPicture, { cause: error });
  }
}
