import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnknownLimit } from './unknown-limit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const limit = () => new UnknownLimit({ most: 3, within: 60_000, keys: 5 });
const nothing = () => Promise.resolve(null);
const isRefused = (looked: object) => 'wait' in looked;

/** A lookup that the test ends, and whether it has begun. */
function slow() {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const lookup = vi.fn<() => Promise<string | null>>(() => promise);
  return { lookup, end: resolve, begun: () => lookup.mock.calls.length > 0 };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

it('unknown names of one key are refused beyond the limit, and accepted again after the time', async () => {
  const names = limit();
  for (const at of [0, 10_000, 20_000]) {
    vi.setSystemTime(at);
    expect(await names.look('a', nothing)).toEqual({ result: null });
  }
  vi.setSystemTime(30_000);
  expect(await names.look('a', nothing)).toEqual({ wait: 30 });
  expect(isRefused(await names.look('b', nothing))).toBe(false);
  vi.setSystemTime(60_000);
  expect(isRefused(await names.look('a', nothing))).toBe(false);
  vi.setSystemTime(60_001);
  expect(await names.look('a', nothing)).toEqual({ wait: 10 });
});

it('lookups that found something, or failed, do not count', async () => {
  const names = limit();
  for (let n = 0; n < 10; n++) {
    expect(await names.look('a', () => Promise.resolve('Ada'))).toEqual({ result: 'Ada' });
    await expect(names.look('a', () => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    );
  }
  const isKnown = (name: string) => name !== 'nobody';
  for (let n = 0; n < 3; n++) await names.look('a', () => Promise.resolve('nobody'), isKnown);
  expect(isRefused(await names.look('a', () => Promise.resolve('Ada')))).toBe(true);
});

it('parallel lookups beyond the limit wait for those in progress, and are refused only once it is used up', async () => {
  const names = limit();
  const lookups = Array.from({ length: 6 }, slow);
  const looked = lookups.map(({ lookup }) => names.look('a', lookup));
  await settled();
  expect(lookups.map(({ begun }) => begun())).toEqual([true, true, true, false, false, false]);

  lookups[0]!.end('Ada');
  await settled();
  expect(lookups[3]!.begun()).toBe(true);
  expect(lookups[4]!.begun()).toBe(false);

  for (const at of [1, 2, 3]) lookups[at]!.end(null);
  expect((await Promise.all(looked)).map(isRefused)).toEqual([false, false, false, false, true, true]);
  expect(lookups[4]!.begun() || lookups[5]!.begun()).toBe(false);
});

it('many parallel lookups that find something all get their result', async () => {
  const names = limit();
  const looked = Array.from({ length: 200 }, (_, n) => names.look('a', () => Promise.resolve(`name ${n}`)));
  expect((await Promise.all(looked)).filter(isRefused)).toEqual([]);
});

it('keeps a limited number of keys: the oldest is forgotten first', async () => {
  const names = limit();
  for (let n = 0; n < 3; n++) await names.look('first', nothing);
  for (let n = 0; n < 4; n++) await names.look(`other ${n}`, nothing);
  expect(isRefused(await names.look('first', nothing))).toBe(true);
  await names.look('one more', nothing);
  expect(isRefused(await names.look('first', nothing))).toBe(false);
});
