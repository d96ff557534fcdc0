import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentTypeOf, isDisguised } from '#platform/files/content-type.ts';
import * as made from '#platform/files/test-contents.ts';
import { guestFileType } from './guest-file-type.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guest-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const contents: [string, Buffer | string][] = [
  ['photo.png', made.png(8, 8)],
  ['moving.gif', made.gif()],
  ['photo.avif', made.isoMedia('avif', 'mif1')],
  ['photo.heic', made.isoMedia('heic', 'mif1')],
  ['film.mp4', made.isoMedia('isom', 'mp42')],
  ['film.mov', made.isoMedia('qt  ')],
  ['film.webm', made.ebml('webm', ['V_VP9', 'A_OPUS'])],
  ['recording.webm', made.ebml('webm', ['A_OPUS'])],
  ['film.mkv', made.ebml('matroska', ['V_VP9'])],
  ['sound.m4a', made.isoMedia('M4A ')],
  ['sound.wav', made.wav()],
  ['sound.mp3', made.mp3()],
  ['sound.flac', made.flac()],
  ['sound.ogg', made.ogg('OpusHead')],
  ['paper.pdf', made.pdf()],
  ['paper behind an empty line.pdf', made.pdf('\r\n')],
  ['paper behind markup.pdf', made.pdf('<script>1</script>')],
  ['letter.docx', made.zip(made.wordEntries)],
  ['archive.zip', made.zip([{ name: 'a.txt' }])],
  ['letter.doc', made.compoundFile(['Root Entry', '1Table', 'WordDocument'])],
  ['notes.txt', 'Grüße, здравствуйте, 你好, 👩‍🚀\r\n'],
  ['notes of many lines.txt', 'a line of text é\n'.repeat(30_000)],
  ['notes.md', made.utf16('notes — done')],
  ['BMW.txt', 'BMW called, and the numbers are fine.'],
  ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['page.html', '<!-- x --><html><script>1</script></html>'],
  ['page.png', '<html><script>1</script></html>'],
  ['program.exe', made.executable()],
  ['film.swf', made.flash()],
  ['packed.gz', made.gzip()],
  ['noise.bin', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])],
];

test.each(contents)('%s has the same type in the browser as on the server', async (name, content) => {
  const path = join(folder, 'content');
  await writeFile(path, content);
  const known = await contentTypeOf(path);
  // The server shows a rendition of a HEIC photo, which a guest's browser does not make.
  const preview = known?.mime === 'image/heic' ? 'none' : known?.preview;
  const expected = known && !isDisguised(name, known) ? { mime_type: known.mime, preview } : undefined;
  const bytes = typeof content === 'string' ? content : Uint8Array.from(content);
  expect(await guestFileType(new Blob([bytes]), name)).toEqual(expected);
});
