import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { chunksOf, listSources } from './sources.ts';
import { fileOf, zipOf } from '#tests/support/imports.ts';
import { wholeText } from './text.ts';
import { Unreadable } from './unreadable.ts';
import { isZip, unpacked, zipEntries } from './zip.ts';

async function contentOf(file: File, at = 0, most = 1e9): Promise<string> {
  const [entry] = (await zipEntries(file)).slice(at);
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(await unpacked(file, entry!, most))) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const whyOf = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Unreadable) return error.why;
    throw error;
  }
  return 'read';
};

test('entries are read whether packed or stored, behind a comment that looks like an end', async () => {
  const parts = [
    { name: 'a.txt', content: 'packed' },
    { name: 'folder/ü.txt', content: 'stored', store: true },
    { name: 'folder/', content: '' },
  ];
  const file = fileOf('a.zip', zipOf(parts, 'PK\x05\x06 is no end'));
  expect(await isZip(file)).toBe(true);
  expect((await zipEntries(file)).map(({ name }) => name)).toEqual(['a.txt', 'folder/ü.txt']);
  expect(await contentOf(file)).toBe('packed');
  expect(await contentOf(file, 1)).toBe('stored');
});

test('a ZIP64 file of another program is read: wide sizes, places and list', async () => {
  const zip = new ZipFile();
  const options = { forceZip64Format: true };
  zip.addBuffer(Buffer.from('packed '.repeat(1000)), 'a.txt', options);
  zip.addBuffer(Buffer.from('stored'), 'folder/ü.txt', { ...options, compress: false });
  // Its size is not known before, so it follows the bytes.
  zip.addReadStream(Readable.from(['str', 'eamed']), 'c.txt', options);
  zip.end({ ...options, comment: '' });
  const bytes = await buffer(zip.outputStream);
  const file = fileOf('wide.zip', Uint8Array.from(bytes));
  const list = bytes.indexOf('PK\x01\x02');
  // Size and place are in the extra field, and so is the place of the list.
  expect([list + 24, list + 42, bytes.length - 6].map((at) => bytes.readUInt32LE(at))).toEqual(
    Array(3).fill(2 ** 32 - 1),
  );
  const entries = await zipEntries(file);
  expect(entries.map(({ name, size }) => [name, size])).toEqual([
    ['a.txt', 7000],
    ['folder/ü.txt', 6],
    ['c.txt', 8],
  ]);
  expect(await Promise.all([0, 1, 2].map((at) => contentOf(file, at)))).toEqual([
    'packed '.repeat(1000),
    'stored',
    'streamed',
  ]);
  for (let cut = 1; cut < bytes.length; cut += 5)
    expect(await whyOf(contentOf(fileOf('a.zip', Uint8Array.from(bytes.subarray(0, -cut)))))).toBe(
      'broken_zip',
    );
});

test('a ZIP64 record that leads outside the file is named', async () => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('a'), 'a.txt', { forceZip64Format: true });
  zip.end({ forceZip64Format: true, comment: '' });
  const bytes = await buffer(zip.outputStream);
  const record = bytes.indexOf('PK\x06\x06');
  const locator = bytes.indexOf('PK\x06\x07');
  for (const at of [record + 40, record + 48, locator + 8])
    for (const value of [2n ** 40n, 2n ** 63n, 2n ** 64n - 1n]) {
      const broken = Buffer.from(bytes);
      broken.writeBigUInt64LE(value, at);
      expect(await whyOf(contentOf(fileOf('a.zip', Uint8Array.from(broken))))).toMatch(
        /^(broken_zip|too_many_files)$/,
      );
    }
});

test('a bomb is stopped by what comes out of it, not by what it says', async () => {
  const bytes = zipOf([{ name: 'bomb.csv', content: 'a'.repeat(30_000_000) }]);
  // The list says that it is small.
  const size = Buffer.from(bytes).lastIndexOf('PK\x01\x02') + 24;
  new DataView(bytes.buffer).setUint32(size, 10, true);
  expect(await whyOf(contentOf(fileOf('a.zip', bytes)))).toBe('zip_bomb');
  const plain = zipOf([{ name: 'a.csv', content: 'abc'.repeat(1000), store: true }]);
  expect(await whyOf(contentOf(fileOf('a.zip', plain), 0, 100))).toBe('unpacked_too_large');
});

test('entries that are each allowed are stopped by their sum', async () => {
  const content = 'line of some text\n'.repeat(1000);
  const parts = [1, 2, 3].map((n) => ({ name: `${n}.csv`, content, store: true }));
  const sources = await listSources(
    [fileOf('a.zip', zipOf(parts))],
    { skip: () => undefined },
    2.5 * content.length,
  );
  const outcomes: string[] = [];
  for (const source of sources) outcomes.push(await whyOf(wholeText(source, 1e6)));
  expect(outcomes).toEqual(['read', 'unpacked_too_large', 'unpacked_too_large']);
});

test('encrypted, cut and damaged files are named', async () => {
  const encrypted = zipOf([{ name: 'a.csv', content: 'a', flags: 1 }]);
  expect(await whyOf(contentOf(fileOf('a.zip', encrypted)))).toBe('encrypted');
  const whole = zipOf([{ name: 'a.csv', content: 'some text '.repeat(1000) }]);
  for (let cut = 1; cut < whole.length; cut += 7)
    expect(await whyOf(contentOf(fileOf('a.zip', whole.slice(0, -cut))))).toBe('broken_zip');
  for (let at = 0; at < whole.length; at++) {
    const damaged = whole.slice();
    damaged[at]! ^= 0x55;
    expect(`${at} ${await whyOf(contentOf(fileOf('a.zip', damaged)))}`).toMatch(
      / (read|broken_zip|encrypted|too_many_files|zip_bomb)$/,
    );
  }
});

test('paths lead nowhere, and what other programs add is left out', async () => {
  const names = [
    '../../etc/passwd.md',
    '/abs/a.md',
    'C:\\temp\\b.md',
    '__MACOSX/a.md',
    '.git/config',
    'x/\u202Egpj.md',
    'con/..\\..\\c.md',
  ];
  const file = fileOf('a.zip', zipOf(names.map((name) => ({ name, content: 'x' }))));
  const sources = await listSources([file], { skip: () => undefined });
  expect(sources.map(({ path }) => path)).toEqual([
    'etc/passwd.md',
    'abs/a.md',
    'C:/temp/b.md',
    'x/gpj.md',
    'con/c.md',
  ]);
});
