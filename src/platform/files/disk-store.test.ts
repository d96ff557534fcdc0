import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, statfs, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diskStore } from './disk-store.ts';
import { type FileStore, FileTooLarge, isKey, StorageFull } from './store.ts';

let root: string;
let store: FileStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'disk-store-'));
  store = await diskStore(root);
});
afterEach(() => rm(root, { recursive: true }));

async function* chunks(...parts: (Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}
const staged = () => readdir(join(root, '.staging'));
const putText = async (key: string, text = key) =>
  store.put(await store.stage(chunks(Buffer.from(text)), 1000), key);
const textOf = async (key: string) => {
  const stream = await store.read(key);
  return stream && (await buffer(stream)).toString();
};

describe('the disk store', () => {
  test('stored bytes are read whole and in ranges, with size and hash', async () => {
    const bytes = randomBytes(700_000);
    const file = await store.stage(chunks(bytes.subarray(0, 300_000), bytes.subarray(300_000)), bytes.length);
    expect(file.size).toBe(bytes.length);
    expect(file.sha256).toEqual(createHash('sha256').update(bytes).digest());
    await store.put(file, 'log-files/user/entry/a.bin');
    expect(await store.sizeOf('log-files/user/entry/a.bin')).toBe(bytes.length);
    expect(await buffer((await store.read('log-files/user/entry/a.bin'))!)).toEqual(bytes);
    const part = await store.open('log-files/user/entry/a.bin', { first: 262_143, last: 262_145 });
    if (typeof part !== 'object') throw new Error('no part');
    expect(part).toMatchObject({ size: bytes.length, range: { start: 262_143, end: 262_145 } });
    expect(await buffer(part.bytes)).toEqual(bytes.subarray(262_143, 262_146));
    expect(await staged()).toEqual([]);
  });

  test('a missing key reads as undefined, and removing it is not an error', async () => {
    expect(await store.read('a/b')).toBeUndefined();
    expect(await store.sizeOf('a/b')).toBeUndefined();
    await store.remove('a/b');
    await putText('a/b');
    expect(await store.sizeOf('a')).toBeUndefined();
    expect(await store.sizeOf('a/b/c')).toBeUndefined();
  });

  test('removing a file removes empty folders, and concurrent puts still work', async () => {
    await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        await putText(`bucket/user/entry/${n}`);
        await store.remove(`bucket/user/entry/${n}`);
      }),
    );
    expect(await readdir(join(root, 'bucket'))).toEqual([]);
  });

  test('a planted symlink is neither followed nor listed', async () => {
    await writeFile(join(root, 'secret'), 'secret');
    await putText('bucket/a');
    await symlink(join(root, 'secret'), join(root, 'bucket/link'));
    await expect(store.read('bucket/link')).rejects.toThrow(/ELOOP/);
    expect(await store.list('bucket/', undefined, 10)).toHaveLength(1);
  });
});

describe('staging', () => {
  test('a broken upload leaves no staged file', async () => {
    await expect(store.stage(chunks(randomBytes(1000), new Error('gone')), 5000)).rejects.toThrow('gone');
    expect(await staged()).toEqual([]);
  });

  test('the first byte over the limit stops the upload and leaves no staged file', async () => {
    let pulled = 0;
    async function* endless() {
      for (;;) {
        pulled++;
        yield randomBytes(1000);
      }
    }
    await expect(store.stage(endless(), 10_000)).rejects.toBeInstanceOf(FileTooLarge);
    expect(pulled).toBe(11);
    expect(await staged()).toEqual([]);
    expect((await store.stage(chunks(randomBytes(10_000)), 10_000)).size).toBe(10_000);
  });

  test('an upload that could take the space reserved for the database is refused before it is read', async () => {
    const { bavail, bsize } = await statfs(root);
    const refused = store.stage(chunks(Buffer.from('a')), bavail * bsize);
    await expect(refused).rejects.toBeInstanceOf(StorageFull);
    expect(await staged()).toEqual([]);
  });

  test('discarding deletes a staged file, and clearStaged deletes those older than a date', async () => {
    await store.discard(await store.stage(chunks(Buffer.from('a')), 10));
    expect(await staged()).toEqual([]);
    const [old, young] = [
      await store.stage(chunks(Buffer.from('a')), 10),
      await store.stage(chunks(Buffer.from('b')), 10),
    ];
    await utimes(old.path, 1000, 1000);
    expect(await store.clearStaged(new Date(2_000_000))).toBe(1);
    await store.put(young, 'a/b');
    expect(await textOf('a/b')).toBe('b');
  });

  test('startup deletes staged files of killed processes and keeps those of running ones', async () => {
    const source = `
      const { diskStore } = await import(${JSON.stringify(join(import.meta.dirname, 'disk-store.ts'))});
      const store = await diskStore(${JSON.stringify(root)});
      async function* endless() { yield Buffer.from('a'); console.log('receiving'); await new Promise(() => setInterval(() => {}, 1000)); }
      await store.stage(endless(), 10);`;
    const receiver = spawn(process.execPath, ['--input-type=module', '-e', source]);
    const ended = once(receiver, 'exit');
    await once(receiver.stdout, 'data');
    const mine = await store.stage(chunks(Buffer.from('b')), 10);
    await diskStore(root);
    expect(await staged()).toHaveLength(2);

    receiver.kill('SIGKILL');
    await ended;
    await diskStore(root);
    expect(await staged()).toEqual([basename(mine.path)]);
  });

  test('a failed put stores nothing under the key', async () => {
    const file = await store.stage(chunks(Buffer.from('a')), 10);
    await store.discard(file);
    await expect(store.put(file, 'a/b')).rejects.toThrow('ENOENT');
    expect(await store.sizeOf('a/b')).toBeUndefined();
  });
});

describe('a list of objects', () => {
  test('returns all keys page by page in byte order', async () => {
    const keys = ['b/a-b/x', 'b/a.b', 'b/a/x', 'b/a/y', 'b/a0', 'b/c/d/e', 'b/c/d/f', 'c/z', 'b/B'];
    for (const key of keys) await putText(key);
    const expected = keys
      .filter((key) => key.startsWith('b/'))
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    for (const limit of [1, 2, 3, 100]) {
      const found: string[] = [];
      for (let after: string | undefined; ; after = found.at(-1)) {
        const page = await store.list('b/', after, limit);
        found.push(...page.map((object) => object.key));
        if (page.length < limit) break;
      }
      expect(found).toEqual(expected);
    }
    expect((await store.list('b/a/', undefined, 10)).map((object) => object.key)).toEqual(['b/a/x', 'b/a/y']);
    expect((await store.list('b/c/d', undefined, 10)).map((object) => object.size)).toEqual([7, 7]);
    expect(await store.list('none/', undefined, 10)).toEqual([]);
  });
});

describe('object keys', () => {
  const bad = [
    '',
    '/',
    'a/',
    '/a',
    'a//b',
    '.',
    '..',
    'a/..',
    '../a',
    'a/./b',
    '.staging/x',
    'a/.hidden',
    'a\\b',
    'a\0b',
  ].concat([
    'a b',
    'a%2fb',
    'é',
    'a\nb',
    '~',
    'a:b',
    'C:/x',
    'a'.repeat(201),
    'a/'.repeat(8) + 'a',
    '\u202e',
  ]);

  test.each(bad)('%j is refused as a key', async (key) => {
    expect(isKey(key)).toBe(false);
    await expect(store.read(key)).rejects.toThrow(/not a key/);
    await expect(store.remove(key)).rejects.toThrow(/not a key/);
    await expect(putText(key, 'x')).rejects.toThrow(/not a key/);
  });

  test('a typical object key is accepted', () => {
    expect(
      isKey('log-files/0193b3a0-0000-7000-8000-000000000001/0193b3a0/1764000000000-a1b2.jpg.view.webp'),
    ).toBe(true);
  });
});
