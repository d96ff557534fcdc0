// No text makes a function that reads it slow: each gets texts as long as it may be given, made of one repeated piece.
// A function whose time grows with the square of the length takes much longer than this for some of them.
import { expect, test } from 'vitest';
import { limits } from '#features/check-ins/constants.ts';
import { searchText } from '#features/check-ins/search-rules.ts';
import { countTags } from '#features/check-ins/tag-rules.ts';
import { linkify } from '#features/check-ins/web/entries/linkify.ts';
import { marksIn } from '#features/check-ins/web/entries/search-marks.ts';
import { readSvg } from '#features/credentials/verify/read-picture.ts';
import { toMarkdown, toPlainText } from '#features/packets/document-rules.ts';
import type { PacketDocument } from '#features/packets/format-contract.ts';
import { displayName } from '#platform/files/file-name.ts';
import { markupOf } from '#platform/files/markup.ts';
import { acceptedEncodings } from '#platform/http/encodings.ts';
import { withoutAddresses } from '#platform/log/logged.ts';
import { readerOf } from '#platform/reader/reader.ts';

/** Of one text. */
const maxMs = 60;

const entryLength = limits.content;
/** Of all headers of a request, as Node limits them. */
const headerLength = 16_000;

const packetOf = (introduction: string): PacketDocument => ({
  ...{ title: 'A', author: 'B', language: 'en', timeZone: 'UTC', introduction, groups: [] },
  period: { from: '2026-01-01', to: '2026-06-30' },
});

const readers: [name: string, length: number, read: (text: string) => unknown][] = [
  ['links and tags', entryLength, linkify],
  ['counts of tags', entryLength, (text) => countTags([text])],
  ['what a search finds', entryLength, searchText],
  ['marks of a search', entryLength, (text) => marksIn(text, ['a', ' #a', '(', '.'])],
  ['the Markdown of a packet', entryLength, (text) => toMarkdown(packetOf(text))],
  ['the plain text of a packet', entryLength, (text) => toPlainText(packetOf(text))],
  ['the name of a file', 80_000, (text) => displayName(text, limits.fileName)],
  ['the type of a file', 16_384, markupOf],
  ['a logged message', headerLength, withoutAddresses],
  ['accepted encodings', headerLength, acceptedEncodings],
  ['the cookies of a reader', headerLength, readerOf],
  ['a picture with a credential', 100_000, (text) => readSvg(`<svg><openbadges:credential>${text}`)],
];

const pieces = [
  ...Array.from(`()[]{}<>"'\`.,:;!?*_~-+=/\\|@#&%$^ \n\t\r0aA`),
  ...['\u2028', '\u0301', '\u0301\u0323', '\u05d0', '\u200d', '\ufdfa', '\u3042', '🎉'],
  ...[
    '#a ',
    '#a-',
    'a.',
    'a ',
    '. ',
    '<!--',
    '<![CDATA[',
    '<?xml ',
    '<a>',
    '&amp;',
    '; ',
    'a=b;',
    ', ',
    '1. ',
  ],
];
const beginnings = ['', 'a', 'http://a.example/', '<!doctype a', '<openbadges:credential>'];

/** Milliseconds of processor time, which other work on the machine does not change. */
function msOf(read: (text: string) => unknown, text: string): number {
  const began = process.threadCpuUsage();
  try {
    read(text);
  } catch {
    // Refusing a text is an answer, too.
  }
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

test.each(readers)('no text is slow to read for %s', (_name, length, read) => {
  const slow: string[] = [];
  for (const beginning of beginnings) {
    for (const piece of pieces) {
      // Each may take seconds.
      if (slow.length > 2) break;
      const room = length - beginning.length - 1;
      const text = `${beginning}${piece.repeat(Math.floor(room / piece.length))}x`;
      if (msOf(read, text) < maxMs) continue;
      // Memory may have been cleaned up meanwhile.
      const ms = msOf(read, text);
      if (ms > maxMs) slow.push(`${ms.toFixed(0)} ms for ${JSON.stringify(beginning + piece)}`);
    }
  }
  expect(slow).toEqual([]);
});
