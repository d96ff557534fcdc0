// The behavior of every file store, no matter where it stores bytes. Called inside of `describe`.
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { rangeWithin } from '#platform/files/range.ts';
import { type FileStore, FileTooLarge, type WantedRange } from '#platform/files/store.ts';

/** Larger than two parts of an upload in parts. */
const largeBytes = 40 * 1024 * 1024;

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** Stores these bytes. */
export async function put(store: FileStore, key: string, bytes: Buffer): Promise<void> {
  const staged = await store.stage(Readable.from([bytes]), bytes.length);
  try {
    await store.put(staged, key);
  } finally {
    await store.discard(staged);
  }
}

/** The bytes of an object. Throws if it does not exist. */
export async function get(store: FileStore, key: string): Promise<Buffer> {
  const bytes = await store.read(key);
  if (!bytes) throw new Error(`${key} does not exist.`);
  return buffer(bytes);
}

/** The keys of all objects with this prefix. */
export async function keysIn(store: FileStore, prefix = ''): Promise<string[]> {
  return (await store.list(prefix, undefined, 100_000)).map(({ key }) => key);
}

export function testBehavior(open: () => FileStore): void {
  const ranges: WantedRange[] = [
    { first: 0 },
    { first: 0, last: 0 },
    { first: 3, last: 7 },
    { first: 5, last: 999_999_999_999_999 },
    { first: 100 },
    { suffix: 4 },
    { suffix: 0 },
    { suffix: 1000 },
  ];

  it.each([0, 1, 100, 700_000, largeBytes])('%i bytes are read whole and in ranges', async (size) => {
    const store = open();
    const key = `behavior/user/entry/${size}.bin`;
    const bytes = randomBytes(size);
    await put(store, key, bytes);
    expect(await store.sizeOf(key)).toBe(size);
    expect(await store.sha256Of(key)).toEqual(sha256(bytes));
    expect((await get(store, key)).equals(bytes)).toBe(true);
    for (const wanted of ranges) {
      const opened = await store.open(key, wanted);
      const range = rangeWithin(wanted, size);
      const part = typeof opened === 'object' ? await buffer(opened.bytes) : undefined;
      expect(typeof opened === 'object' ? [opened.size, opened.range] : opened).toEqual(
        range === 'outside' ? range : [size, range],
      );
      const expected = range === 'outside' ? undefined : bytes.subarray(range.start, range.end + 1);
      expect(part && sha256(part)).toEqual(expected && sha256(expected));
    }
  });

  it('a missing key has no size, hash or bytes, and removing it is no error', async () => {
    const store = open();
    const key = 'behavior/missing';
    expect(await store.sizeOf(key)).toBeUndefined();
    expect(await store.sha256Of(key)).toBeUndefined();
    expect(await store.read(key)).toBeUndefined();
    expect(await store.open(key, { first: 1 })).toBeUndefined();
    await store.remove(key);
    await put(store, key, Buffer.from('a'));
    await store.remove(key);
    expect(await store.read(key)).toBeUndefined();
  });

  it('a list contains all keys page by page in byte order', async () => {
    const store = open();
    const names = ['a-b/x', 'a.b', 'a/x', 'a/y', 'a0', 'c/d/e', 'c/d/f', 'B', '_', '-'];
    for (const name of names) await put(store, `list/${name}`, Buffer.from(name));
    await put(store, 'listed/after', Buffer.from('a'));
    const expected = names.map((name) => `list/${name}`).sort();
    for (const limit of [1, 3, 10, 1001]) {
      const found: string[] = [];
      for (let after: string | undefined; ; after = found.at(-1)) {
        const page = await store.list('list/', after, limit);
        found.push(...page.map(({ key }) => key));
        if (page.length < limit) break;
      }
      expect(found).toEqual(expected);
    }
    const [first] = await store.list('list/c/d', undefined, 1);
    expect(first).toMatchObject({ key: 'list/c/d/e', size: 5 });
    expect(Math.abs(first!.modified.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it.each(['', 'a/', '/a', 'a//b', '../a', '.hidden', 'a b', 'a?b', 'a%2fb', 'é'])(
    'the key %j is refused',
    async (key) => {
      const store = open();
      await expect(store.read(key)).rejects.toThrow(/not a key/);
      await expect(store.open(key)).rejects.toThrow(/not a key/);
      await expect(store.sizeOf(key)).rejects.toThrow(/not a key/);
      await expect(store.remove(key)).rejects.toThrow(/not a key/);
      await expect(put(store, key, Buffer.from('a'))).rejects.toThrow(/not a key/);
    },
  );

  it('an upload over the limit is refused, and a failed one stores nothing', async () => {
    const store = open();
    await expect(store.stage(Readable.from([Buffer.alloc(11)]), 10)).rejects.toBeInstanceOf(FileTooLarge);
    const staged = await store.stage(Readable.from([Buffer.alloc(10)]), 10);
    await store.discard(staged);
    await expect(store.put(staged, 'behavior/failed')).rejects.toThrow('ENOENT');
    expect(await store.sizeOf('behavior/failed')).toBeUndefined();
  });

  it('200 parallel uploads and downloads succeed', async () => {
    const store = open();
    await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const bytes = randomBytes(20_000);
        await put(store, `behavior/parallel/${n}`, bytes);
        expect((await get(store, `behavior/parallel/${n}`)).equals(bytes)).toBe(true);
      }),
    );
  });
}
