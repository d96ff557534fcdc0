import { beforeEach, expect, test, vi } from 'vitest';
import { shelf } from './shelf.ts';

// Two windows of one browser: one storage, a shelf each.
beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
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

test('holds 50, the oldest go first', () => {
  for (let i = 0; i < 60; i++) shelf('draft').write('ada', [[`n${i}`, i]]);
  expect(fresh().map(([, value]) => value)).toEqual(Array.from({ length: 50 }, (_, i) => i + 10));
});

test('nobody reads what somebody else keeps, nor what is no object', () => {
  shelf('draft').write('ada', [['a', 1]]);
  expect(shelf('draft').read('bob')).toEqual([]);
  localStorage.setItem('logbook-draft:bob', 'no JSON');
  expect(shelf('draft').read('bob')).toEqual([]);
  shelf('draft').write('bob', [['b', 2]]);
  expect(shelf('draft').read('bob')).toEqual([['b', 2]]);
});
