import { afterEach, expect, test, vi } from 'vitest';
import { showOnIcon } from './app-badge.ts';

afterEach(() => vi.unstubAllGlobals());

test('the icon shows the number until it is 0', () => {
  const setAppBadge = vi.fn<(count: number) => Promise<void>>(() => Promise.resolve());
  const clearAppBadge = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('Not installed')));
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge });
  showOnIcon(3);
  expect(setAppBadge).toHaveBeenCalledWith(3);
  expect(clearAppBadge).not.toHaveBeenCalled();
  showOnIcon(0);
  expect(clearAppBadge).toHaveBeenCalledOnce();
});

test('nothing happens where the browser has no badges', () => {
  vi.stubGlobal('navigator', {});
  expect(() => showOnIcon(3)).not.toThrow();
});
