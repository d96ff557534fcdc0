import { afterEach, expect, it, vi } from 'vitest';
import { forget, remember, remembered } from './tab-memory.ts';

afterEach(() => vi.unstubAllGlobals());

function stored(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  return kept;
}

it('keeps what it is told in the tab', () => {
  const kept = stored();
  remember('place', '/profile');
  expect([remembered('place'), kept.get('place')]).toEqual(['/profile', '/profile']);
  forget('place');
  expect([remembered('place'), kept.size]).toEqual([null, 0]);
});

it('finds what the page before left there', () => {
  stored().set('place', '/profile');
  expect(remembered('place')).toBe('/profile');
});

it('remembers for the page where storage is closed', () => {
  const closed = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: closed, setItem: closed, removeItem: closed });
  remember('place', '/profile');
  expect(remembered('place')).toBe('/profile');
  forget('place');
  expect(remembered('place')).toBeNull();
});
