import { vi } from 'vitest';

/** Gives this test a localStorage until `vi.unstubAllGlobals`. Returns its items. It is full with `capacity` keys. */
export function stubLocalStorage(capacity = () => Infinity): Map<string, string> {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (items.size >= capacity()) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, text);
    },
    removeItem: (key: string) => void items.delete(key),
  });
  return items;
}
