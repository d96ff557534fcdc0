import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { wordEntries, zip, type ZipEntry } from './test-contents.ts';
import { isWordPackage } from './zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'logbook-zip-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function isWord(content: Buffer): Promise<boolean> {
  const path = join(folder, 'file.docx');
  writeFileSync(path, content);
  const file = await open(path, 'r');
  try {
    return await isWordPackage(file, content.length);
  } finally {
    await file.close();
  }
}
/** A Word document with another entry. The three entries that it needs have one byte each. */
const withEntry = (entry: Partial<ZipEntry>) => zip([...wordEntries, { name: 'a', ...entry }]);
const megabyte = 1024 * 1024;
const large = Buffer.alloc(3 * megabyte);
const empty = withEntry({ packed: Buffer.alloc(0) });
const manyEntries = (count: number) => Array.from({ length: count }, () => ({ name: 'e' }));
const named = (...names: string[]) => zip(names.map((name) => ({ name })));

describe('only a plausible Word document is accepted:', () => {
  test.each<[string, Buffer, boolean]>([
    ['a Word document', zip(wordEntries), true],
    ['a document with a number', named('[Content_Types].xml', 'word/document2.xml'), true],
    ['a document elsewhere', named('[Content_Types].xml', 'other/word/document.xml'), false],
    ['a zip without a list of types', named('word/document.xml'), false],
    ['a document with macros', withEntry({ name: 'word/VBAPROJECT.bin' }), false],
    ['a document with a comment', zip(wordEntries, 'made by hand'), true],
    ['a document with something after its end', zip(wordEntries, '', 'x'), false],
    ['an empty file', Buffer.alloc(0), false],
    ['text', Buffer.from('PK but not a zip'), false],
    ['entries up to the limit', zip([...wordEntries, ...manyEntries(1997)]), true],
    ['an entry above the limit', zip([...wordEntries, ...manyEntries(1998)]), false],
    ['200 MB unpacked', withEntry({ packed: large, unpackedSize: 200 * megabyte - 3 }), true],
    ['more than 200 MB unpacked', withEntry({ packed: large, unpackedSize: 200 * megabyte - 2 }), false],
    [
      'a hundred times its size unpacked',
      withEntry({ packed: Buffer.alloc(0), unpackedSize: empty.length * 100 - 3 }),
      true,
    ],
    [
      'more than a hundred times its size unpacked',
      withEntry({ packed: Buffer.alloc(0), unpackedSize: empty.length * 100 - 2 }),
      false,
    ],
    [
      'as many packed bytes as the file',
      withEntry({ packed: Buffer.alloc(0), packedSize: empty.length - 3 }),
      true,
    ],
    [
      'more packed bytes than the file',
      withEntry({ packed: Buffer.alloc(0), packedSize: empty.length - 2 }),
      false,
    ],
  ])('%s', async (_what, content, is) => {
    expect(await isWord(content)).toBe(is);
  });
});

test.each([
  ['a part of several disks', 4, 1],
  ['with its directory on another disk', 6, 1],
  ['with fewer entries on this disk', 8, 2],
  ['with a directory beyond its end', 16, 0xffff],
])('a zip %s is not a Word package', async (_what, at, value) => {
  const content = zip(wordEntries);
  content.writeUInt16LE(value, content.length - 22 + at);
  expect(await isWord(content)).toBe(false);
});

test('a zip whose directory is cut off or damaged is not a Word package', async () => {
  const content = zip(wordEntries);
  const directory = content.readUInt32LE(content.length - 6);
  for (const [at, value] of [
    [directory, 0],
    [directory + 28, 0xff],
  ] as const) {
    const damaged = Buffer.from(content);
    damaged[at] = value;
    expect(await isWord(damaged)).toBe(false);
  }
});
