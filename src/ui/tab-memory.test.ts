import { afterEach, expect, it, vi } from 'vitest';
import { forget, forgetAll, remember, remembered } from './tab-memory.ts';

afterEach(() => vi.unstubAllGlobals());

function stubStorage(): Map<string, string> {
  const storage = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
    clear: () => storage.clear(),
  });
  return storage;
}

it('a remembered value is stored in sessionStorage until it is forgotten', () => {
  const storage = stubStorage();
  remember('place', '/profile');
  expect([remembered('place'), storage.get('place')]).toEqual(['/profile', '/profile']);
  forget('place');
  expect([remembered('place'), storage.size]).toEqual([null, 0]);
});

it('every value of the tab can be forgotten', () => {
  const storage = stubStorage();
  remember('place', '/profile');
  forgetAll();
  expect([remembered('place'), storage.size]).toEqual([null, 0]);
});

it('a value stored by an earlier page of the tab is found', () => {
  stubStorage().set('place', '/profile');
  expect(remembered('place')).toBe('/profile');
});

it('a value is remembered in memory if storage is blocked', () => {
  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
  remember('place', '/profile');
  expect(remembered('place')).toBe('/profile');
  forget('place');
  expect(remembered('place')).toBeNull();
});
