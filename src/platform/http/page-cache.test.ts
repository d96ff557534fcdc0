import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { CachedPage, PageCache } from './page-cache.ts';
import { PreparedResponses } from './prepared.ts';

/** `size`: bytes that do not compress. */
const pageOf = (owner: string, text: string, size = 0) => {
  const gzip = gzipSync(
    text +
      randomBytes(size)
        .toString('base64')
        .replace(/^/, size ? ' ' : ''),
  );
  return new CachedPage({ owner, headers: { 'content-type': 'text/html' }, gzip });
};

function makeCache(maxBytes = 1_000_000) {
  const state = { following: true };
  const prepared = new PreparedResponses({});
  const cache = new PageCache({ maxBytes, prepared, isFollowing: () => state.following, part: 'page' });
  let renderings = 0;
  const load = async (path: string, owner = 'ada', size = 0) => {
    const found = await cache.load(path, async () => pageOf(owner, `${path} ${++renderings}`, size));
    return gunzipSync(found.pick('gzip').body).toString().split(' ').slice(0, 2).join(' ');
  };
  return { state, cache, load };
}

/** A rendering that ends when `finish` is called. */
function slow(cache: PageCache, path: string, page: CachedPage) {
  let finish!: () => void;
  const gate = new Promise<void>((resolve) => (finish = resolve));
  const loaded = cache.load(path, async () => {
    await gate;
    return page;
  });
  return { finish, loaded };
}

it('a page is rendered once, until it is dropped', async () => {
  const { cache, load } = makeCache();
  expect([await load('/a'), await load('/a')]).toEqual(['/a 1', '/a 1']);
  cache.drop('someone else');
  expect(await load('/a')).toBe('/a 1');
  cache.drop('ada');
  expect(await load('/a')).toBe('/a 2');
  cache.clear();
  expect(await load('/a')).toBe('/a 3');
});

it('concurrent requests share one rendering, and anything but a page is not kept', async () => {
  const { cache } = makeCache();
  const render = vi.fn<() => Promise<'nothing'>>(async () => 'nothing');
  expect(await Promise.all([1, 2, 3].map(() => cache.load('/a', render)))).toEqual(Array(3).fill('nothing'));
  expect(render).toHaveBeenCalledTimes(1);
  await cache.load('/a', render);
  expect(render).toHaveBeenCalledTimes(2);
});

it('a page whose data changes while it is rendered is not kept, and not shared with later requests', async () => {
  const { cache, load } = makeCache();
  const { finish, loaded } = slow(cache, '/a', pageOf('ada', 'old'));
  cache.drop('ada');
  expect(await load('/a')).toBe('/a 1');
  finish();
  expect((await loaded).pick(undefined).body.toString()).toBe('old');
  expect(await load('/a')).toBe('/a 1');
});

it('a page is kept when only data of another owner changes while it is rendered', async () => {
  const { cache, load } = makeCache();
  const { finish, loaded } = slow(cache, '/a', pageOf('ada', 'new'));
  cache.drop('someone else');
  finish();
  await loaded;
  expect(await load('/a')).toBe('new');
});

it('nothing is kept or served while changes are not reported', async () => {
  const { state, cache, load } = makeCache();
  await load('/a');
  state.following = false;
  expect(await load('/a')).toBe('/a 2');
  expect(await load('/a')).toBe('/a 3');
  state.following = true;
  // A gap during the rendering.
  const { finish, loaded } = slow(cache, '/b', pageOf('ada', 'old'));
  cache.clear();
  finish();
  await loaded;
  expect(await load('/b')).toBe('/b 4');
});

it('the least recently used pages make room for others', async () => {
  const { cache, load } = makeCache(10_000);
  for (const path of ['/a', '/b', '/c']) await load(path, 'ada', 3000);
  await load('/a');
  await load('/d', 'ada', 3000);
  expect(await load('/a')).toBe('/a 1');
  expect(await load('/b')).toBe('/b 5');
  expect(cache.bytes).toBeLessThanOrEqual(10_000);
  cache.clear();
  expect(cache.bytes).toBe(0);
});

it('a page that is requested again gets a brotli encoding', async () => {
  const { cache } = makeCache();
  const page = pageOf('ada', 'text', 1000);
  await cache.load('/a', async () => page);
  expect(page.pick('gzip, br').headers['content-encoding']).toBe('gzip');
  await cache.load('/a', async () => page);
  await vi.waitFor(() => expect(page.pick('gzip, br').headers['content-encoding']).toBe('br'));
  expect(brotliDecompressSync(page.pick('br').body).toString()).toMatch(/^text /);
  expect(cache.bytes).toBe(page.bytes);
});

it('pages are compressed further one at a time', async () => {
  const [first, second] = [pageOf('ada', 'text', 1000), pageOf('bo', 'text', 1000)];
  const encodings = () => [first, second].map((page) => page.pick('gzip, br').headers['content-encoding']);
  for (const page of [first, second]) page.compressMore();
  await vi.waitFor(() => expect(encodings()).toEqual(['br', 'gzip']));
  second.compressMore();
  await vi.waitFor(() => expect(encodings()).toEqual(['br', 'br']));
});

it('a page that is requested again without compression keeps its plain bytes, within the limit', async () => {
  const { cache, load } = makeCache(10_000);
  const page = pageOf('ada', 'text', 3000);
  await cache.load('/a', async () => page);
  const [first, second, third] = [page.pick(undefined), page.pick('deflate'), page.pick('gzip;q=0')];
  expect(second.body).toEqual(first.body);
  expect(third).toBe(second);
  expect(cache.bytes).toBe(page.bytes);
  expect(cache.bytes).toBeGreaterThan(second.body.length + page.pick('gzip').body.length - 1);
  await load('/b', 'ada', 3000);
  expect(cache.bytes).toBeLessThanOrEqual(10_000);
});

it('any query except that of a part gets the whole page ahead of the router', async () => {
  const prepared = new PreparedResponses({});
  const add = vi.spyOn(prepared, 'add');
  const cache = new PageCache({ maxBytes: 1000, prepared, isFollowing: () => true, part: 'page' });
  await cache.load('/a', async () => pageOf('ada', 'text'));
  const ignores = add.mock.calls[0]![2]!;
  const asked = ['', 'utm=1', 'x=%20', 'homepage=2', 'page=2', 'a=1&page=2', 'p%61ge=2', '%70age'];
  expect(asked.filter(ignores)).toEqual(['', 'utm=1', 'x=%20', 'homepage=2']);
});
