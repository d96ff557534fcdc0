import { beforeEach, expect, test, vi } from 'vitest';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { stash, stashedValues } from './stash.ts';

// Simulates two tabs of one browser: one localStorage with up to `capacity` keys, and a stash per tab.
let capacity = Infinity;
beforeEach(() => {
  capacity = Infinity;
  stubLocalStorage(() => capacity);
  return () => vi.unstubAllGlobals();
});

const fresh = () => stash('draft').read('ada');

test("a tab does not overwrite or delete another tab's items", () => {
  const [tab1, tab2] = [stash('draft'), stash('draft')];
  tab1.read('ada');
  tab2.read('ada');
  tab1.write('ada', [['a', 'from tab 1']]);
  tab2.write('ada', [['b', 'from tab 2']]);
  expect(fresh()).toEqual([
    ['a', 'from tab 1'],
    ['b', 'from tab 2'],
  ]);
  tab2.write('ada', []);
  expect(fresh()).toEqual([['a', 'from tab 1']]);
  tab1.write('ada', []);
  expect(fresh()).toEqual([]);
});

test('a tab does not delete an item that another tab has changed', () => {
  const [tab1, tab2] = [stash('draft'), stash('draft')];
  tab1.write('ada', [['a', 'begun']]);
  tab2.read('ada');
  tab2.write('ada', [['a', 'begun, continued in tab 2']]);
  tab1.write('ada', []);
  expect(fresh()).toEqual([['a', 'begun, continued in tab 2']]);
  tab2.write('ada', []);
  expect(fresh()).toEqual([]);
});

test('a tab owns only the items that it has read', () => {
  const first = stash('draft');
  first.write('ada', [
    ['a', 1],
    ['b', 2],
  ]);
  const later = stash('draft');
  expect(later.read('ada', 1)).toEqual([['b', 2]]);
  later.write('ada', [['c', 3]]);
  expect(fresh()).toEqual([
    ['a', 1],
    ['c', 3],
  ]);
});

test('a stash keeps the newest 50 items and returns false when storage is full', () => {
  for (let i = 10; i < 70; i++) stash('draft').write('ada', [[`n${i}`, i]]);
  expect(fresh().map(([, value]) => value)).toEqual(Array.from({ length: 50 }, (_, i) => i + 20));
  capacity = 50;
  expect(stash('draft').write('ada', [['n90', 1]])).toBe(false);
  expect(stash('draft').write('ada', [])).toBe(true);
});

test("another user's items and malformed items are not read", () => {
  stash('draft').write('ada', [['a', 1]]);
  expect(stash('draft').read('bob')).toEqual([]);
  localStorage.setItem('logbook-draft/x:bob', 'no JSON');
  expect(stash('draft').read('bob')).toEqual([]);
  stash('draft').write('bob', [['b', 2]]);
  expect(stash('draft').read('bob')).toEqual([['b', 2]]);
  expect(stash('draft').idOf('logbook-draft/b:bob', 'bob')).toBe('b');
  expect(stash('draft').idOf('logbook-draft/b:bob', 'ada')).toBeUndefined();
});

test('stashedValues returns the items of all stashes and users', () => {
  stash('draft').write('ada', [['a', 1]]);
  stash('unsent').write('ada', [['b', 2]]);
  stash('unsent').write('bob', [['c', 3]]);
  expect(new Set(stashedValues())).toEqual(new Set([1, 2, 3]));
});
