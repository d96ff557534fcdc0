import { beforeEach, expect, test, vi } from 'vitest';
import { shelf, stashedValues } from './shelf.ts';

// Two windows of one browser: one storage, a shelf each. Storage holds up to `room` keys.
let room = Infinity;
beforeEach(() => {
  const stored = new Map<string, string>();
  room = Infinity;
  vi.stubGlobal('localStorage', {
    get length() {
      return stored.size;
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (stored.size >= room) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, text);
    },
    removeItem: (key: string) => void stored.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

const fresh = () => shelf('draft').read('ada');

test('a window leaves alone what another one keeps', () => {
  const [here, there] = [shelf('draft'), shelf('draft')];
  here.read('ada');
  there.read('ada');
  here.write('ada', [['a', 'typed here']]);
  there.write('ada', [['b', 'typed there']]);
  expect(fresh()).toEqual([
    ['a', 'typed here'],
    ['b', 'typed there'],
  ]);
  there.write('ada', []);
  expect(fresh()).toEqual([['a', 'typed here']]);
  here.write('ada', []);
  expect(fresh()).toEqual([]);
});

test('what two windows have open goes only as the window knows it that lets it go', () => {
  const [here, there] = [shelf('draft'), shelf('draft')];
  here.write('ada', [['a', 'begun']]);
  there.read('ada');
  there.write('ada', [['a', 'begun, gone on there']]);
  here.write('ada', []);
  expect(fresh()).toEqual([['a', 'begun, gone on there']]);
  there.write('ada', []);
  expect(fresh()).toEqual([]);
});

test('who has read it answers for it', () => {
  const here = shelf('draft');
  here.write('ada', [
    ['a', 1],
    ['b', 2],
  ]);
  const later = shelf('draft');
  expect(later.read('ada', 1)).toEqual([['b', 2]]);
  later.write('ada', [['c', 3]]);
  expect(fresh()).toEqual([
    ['a', 1],
    ['c', 3],
  ]);
});

test('holds 50, the oldest go first, and says when storage takes no more', () => {
  for (let i = 10; i < 70; i++) shelf('draft').write('ada', [[`n${i}`, i]]);
  expect(fresh().map(([, value]) => value)).toEqual(Array.from({ length: 50 }, (_, i) => i + 20));
  room = 50;
  expect(shelf('draft').write('ada', [['n90', 1]])).toBe(false);
  expect(shelf('draft').write('ada', [])).toBe(true);
});

test('nobody reads what somebody else keeps, nor what is no object', () => {
  shelf('draft').write('ada', [['a', 1]]);
  expect(shelf('draft').read('bob')).toEqual([]);
  localStorage.setItem('logbook-draft/x:bob', 'no JSON');
  expect(shelf('draft').read('bob')).toEqual([]);
  shelf('draft').write('bob', [['b', 2]]);
  expect(shelf('draft').read('bob')).toEqual([['b', 2]]);
  expect(shelf('draft').idOf('logbook-draft/b:bob', 'bob')).toBe('b');
  expect(shelf('draft').idOf('logbook-draft/b:bob', 'ada')).toBeUndefined();
});

test('all places can be looked through, whoever has something there', () => {
  shelf('draft').write('ada', [['a', 1]]);
  shelf('unsent').write('ada', [['b', 2]]);
  shelf('unsent').write('bob', [['c', 3]]);
  expect(new Set(stashedValues())).toEqual(new Set([1, 2, 3]));
});
