import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentTypeOf, extensionsLike, isDisguised } from './content-type.ts';
import * as made from './test-contents.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-type-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function typeOf(content: Buffer | string) {
  const path = join(folder, 'content');
  await writeFile(path, content);
  return contentTypeOf(path);
}

const docxMime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const dot = { create: { width: 8, height: 8, channels: 3, background: '#c00' } } as const;
const long = 'a line of text\n'.repeat(30_000);
const { wordEntries: word, zip, compoundFile } = made;

// Content, served type ('refused' when not accepted), usual extension, preview.
const table: [string, Buffer | string | (() => Promise<Buffer>), string, string?, string?][] = [
  ['a JPEG', () => sharp(dot).jpeg().toBuffer(), 'image/jpeg', 'jpg', 'image'],
  ['a PNG', made.png(8, 8), 'image/png', 'png', 'image'],
  ['a GIF', made.gif(), 'image/gif', 'gif', 'image'],
  ['a WebP', () => sharp(dot).webp().toBuffer(), 'image/webp', 'webp', 'image'],
  ['an AVIF', made.isoMedia('avif', 'mif1'), 'image/avif', 'avif', 'image'],
  ['a HEIC photo', made.isoMedia('heic', 'mif1'), 'image/heic', 'heic', 'image'],
  ['a TIFF is a download', () => sharp(dot).tiff().toBuffer(), 'image/tiff', 'tif', 'none'],
  ['an MP4', made.isoMedia('isom', 'mp42'), 'video/mp4', 'mp4', 'video'],
  ['an iPhone video', made.isoMedia('qt  '), 'video/quicktime', 'mov', 'video'],
  ['a WebM video', made.ebml('webm', ['V_VP9', 'A_OPUS']), 'video/webm', 'webm', 'video'],
  ['a WebM recording without video', made.ebml('webm', ['A_OPUS']), 'audio/webm', 'weba', 'audio'],
  ['a Matroska video is a download', made.ebml('matroska', ['V_VP9']), 'video/matroska', 'mkv', 'none'],
  ['an M4A', made.isoMedia('M4A '), 'audio/mp4', 'm4a', 'audio'],
  ['a WAV', made.wav(), 'audio/wav', 'wav', 'audio'],
  ['an MP3 with an ID3 tag', made.mp3(), 'audio/mpeg', 'mp3', 'audio'],
  ['a FLAC', made.flac(), 'audio/flac', 'flac', 'audio'],
  ['an Opus recording', made.ogg('OpusHead'), 'audio/ogg', 'ogg', 'audio'],
  ['a PDF', made.pdf(), 'application/pdf', 'pdf', 'pdf'],
  ['a PDF after an empty line', made.pdf('\r\n'), 'application/pdf', 'pdf', 'pdf'],
  ['a Word document', zip(word), docxMime, 'docx', 'none'],
  ['a Word document with a zip comment', zip(word, 'made by hand'), docxMime, 'docx', 'none'],
  [
    'an old Word document',
    compoundFile(['Root Entry', '1Table', 'WordDocument']),
    'application/msword',
    'doc',
    'none',
  ],
  [
    'an old Word document with a long directory',
    compoundFile(['Root Entry', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'WordDocument'], 9),
    'application/msword',
    'doc',
    'none',
  ],
  ['plain text', 'shipped the thing\n', 'text/plain', 'txt', 'text'],
  ['text in many scripts', 'Grüße, здравствуйте, 你好, 👩‍🚀\r\n\f', 'text/plain', 'txt', 'text'],
  ['text with a byte order mark', '\ufeffnotes', 'text/plain', 'txt', 'text'],
  ['UTF-16 text as saved by Notepad', made.utf16('notes — done'), 'text/plain', 'txt', 'text'],
  ['text that begins like a bitmap', 'BMW called, and the numbers are fine.', 'text/plain', 'txt', 'text'],
  ['text that begins like Flash', 'FWS is short for forward swept.', 'text/plain', 'txt', 'text'],
  ['a long text', long, 'text/plain', 'txt', 'text'],
  [
    'text with a character split across two chunks',
    `${'x'.repeat(256 * 1024 - 1)}é end`,
    'text/plain',
    'txt',
    'text',
  ],
  ['a shell script is text', '#!/bin/sh\nrm -rf ~\n', 'text/plain', 'txt', 'text'],
  [
    'an SVG is served as bytes',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    'application/octet-stream',
    'svg',
    'none',
  ],
  [
    'an SVG after its preamble',
    '<?xml version="1.0"?>\n<!-- hi --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg></svg>',
    'application/octet-stream',
    'svg',
    'none',
  ],
  [
    'an SVG with a prefix and entities',
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><s:svg xmlns:s="x"/>',
    'application/octet-stream',
    'svg',
    'none',
  ],
  [
    'HTML is served as bytes',
    '<!DOCTYPE html><script>alert(1)</script>',
    'application/octet-stream',
    'html',
    'none',
  ],
  ['HTML after a comment', '\n  <!-- x --><HTML><body>', 'application/octet-stream', 'html', 'none'],
  ['a bare script', '<script>alert(1)</script>', 'application/octet-stream', 'html', 'none'],
  [
    'HTML followed by a PDF is HTML',
    made
      .pdf('<html><script>alert(1)</script>')
      .toString('latin1')
      .replace(/[^\x20-\x7e\n]/g, ''),
    'application/octet-stream',
    'html',
    'none',
  ],
  [
    'a script that begins like a GIF is text',
    'GIF89a=1;alert(document.domain)//',
    'text/plain',
    'txt',
    'text',
  ],
  ['a GIF followed by a script is an image', made.gif('', '*/=1;alert(1)//'), 'image/gif', 'gif', 'image'],
  [
    'a JPEG followed by HTML is an image',
    async () =>
      Buffer.concat([await sharp(dot).jpeg().toBuffer(), Buffer.from('<html><script>alert(1)</script>')]),
    'image/jpeg',
    'jpg',
    'image',
  ],
  ['a binary PDF after HTML', made.pdf('<html>\0'), 'refused'],
  ['an empty file', '', 'refused'],
  ['a Windows program', made.executable(), 'refused'],
  ['a program after a page of text', Buffer.concat([Buffer.from(long), made.executable()]), 'refused'],
  ['an ELF program', Buffer.from('\x7fELF\x02\x01\x01'.padEnd(80, '\0'), 'latin1'), 'refused'],
  ['Flash', made.flash(), 'refused'],
  ['a gzip', made.gzip(), 'refused'],
  ['a plain zip', zip([{ name: 'notes.txt' }]), 'refused'],
  ['a spreadsheet', zip([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }]), 'refused'],
  ['a Word document with macros', zip([...word, { name: 'word/vbaProject.bin' }]), 'refused'],
  [
    'a zip bomb disguised as a Word document',
    zip([...word, { name: 'word/media/a', unpackedSize: 4_000_000_000 }]),
    'refused',
  ],
  [
    'a zip bomb with a high compression ratio',
    zip([...word, { name: 'word/media/a', unpackedSize: 100_000_000 }]),
    'refused',
  ],
  [
    'a zip bomb with many entries',
    zip([...word, ...Array.from({ length: 2000 }, (_, n) => ({ name: `e${n}` }))]),
    'refused',
  ],
  ['a zip bomb with overlapping entries', zip([...word, { name: 'a', packedSize: 90_000 }]), 'refused'],
  ['a zip with trailing bytes', zip(word, '', 'trailing'), 'refused'],
  ['a zip without its directory', zip(word).subarray(0, 60), 'refused'],
  ['an old Excel sheet', compoundFile(['Root Entry', 'Workbook']), 'refused'],
  ['an installer', compoundFile(['Root Entry', '\u4840\u3f3f']), 'refused'],
  ['a compound file with only a header', compoundFile(['WordDocument']).subarray(0, 512), 'refused'],
  [
    'a storage named like the Word stream',
    compoundFile(['Root Entry', 'WordDocument']).fill(1, 1024 + 128 + 66, 1024 + 128 + 67),
    'refused',
  ],
  ['text with a NUL', 'a\0b', 'refused'],
  ['text with an escape character', 'a\x1b[2Jb', 'refused'],
  ['text that is not UTF-8', Buffer.from('Gr\xfc\xdfe', 'latin1'), 'refused'],
  ['text with a lone surrogate', Buffer.from([0x61, 0xed, 0xa0, 0x80]), 'refused'],
  ['random bytes', Buffer.from(Array.from({ length: 500 }, (_, n) => (n * 37 + 11) & 255)), 'refused'],
];

describe('the content type', () => {
  test.each(table)('is detected: %s', async (_, content, mime, extension, preview) => {
    const type = await typeOf(typeof content === 'function' ? await content() : content);
    const found = type ? [type.mime, type.extensions[0], type.preview] : ['refused'];
    expect(found).toEqual([mime, extension, preview].filter((part) => part !== undefined));
  });

  test('is never one that a browser would execute', async () => {
    const types = await Promise.all(
      ['<svg/>', '<html>', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', '<a>'].map(
        typeOf,
      ),
    );
    for (const type of types) expect(type?.mime ?? '').not.toMatch(/html|xml|svg|script/);
  });
});

describe('a disguised file', () => {
  test('is markup, script or plain text with the extension of a photo, video or document', async () => {
    const [html, text, image] = [await typeOf('<html>'), await typeOf('alert(1)'), await typeOf(made.gif())];
    for (const name of ['a.png', 'a.JPG', 'a.mp4', 'a.pdf', 'a.docx', 'a.mp3', 'x.html.gif']) {
      expect(isDisguised(name, html!)).toBe(true);
      expect(isDisguised(name, text!)).toBe(true);
    }
    for (const name of ['a.txt', 'a.html', 'notes', 'a.csv', 'a.svg'])
      expect(isDisguised(name, html!)).toBe(false);
    expect(isDisguised('photo.jpg', image!)).toBe(false);
  });

  test('extensionsLike returns all extensions of a type by its usual one', () => {
    expect(extensionsLike('jpg')).toContain('jpeg');
    expect(extensionsLike('txt')).toContain('md');
    expect(extensionsLike('tif')).toEqual(['tif']);
  });
});
