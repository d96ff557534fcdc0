import { beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { winsKey } from '../../constants.ts';
import type { Win } from '../../contract.ts';
import { writeWins } from '../../win-rules.ts';
import { removeWins, storedWins } from './stored-wins.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

const win = (text: string): Win => ({ id: newId(), text, at: '2026-11-20T10:00:00.000Z' });
const [first, second] = [win('First'), win('Second')];

test('saved wins are removed, and one that was added meanwhile stays', () => {
  stored.set(winsKey, writeWins([first, second]));
  expect(storedWins()).toEqual([first, second]);
  removeWins([first.id, newId()]);
  expect(storedWins()).toEqual([second]);
  removeWins([second.id]);
  expect(stored.has(winsKey)).toBe(false);
});

test('a browser that blocks storage has no wins', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(storedWins()).toEqual([]);
  expect(() => removeWins([first.id])).not.toThrow();
});
