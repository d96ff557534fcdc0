import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '../constants.ts';
import { watchSettled } from './use-settled.ts';

beforeEach(() => {
  vi.useFakeTimers();
  const page = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a page is settled only once it has been in front for a while without a break', () => {
  const reports: boolean[] = [];
  const stop = watchSettled((settled) => reports.push(settled));
  const settles = () => {
    vi.advanceTimersByTime(limits.settleMs - 1);
    expect(reports.splice(0)).toEqual([false]);
    vi.advanceTimersByTime(1);
    expect(reports.splice(0)).toEqual([true]);
  };
  settles();
  dispatchEvent(new Event('focus'));
  settles();
  document.dispatchEvent(new Event('visibilitychange'));
  settles();

  dispatchEvent(new Event('focus'));
  vi.advanceTimersByTime(limits.settleMs - 1);
  expect(reports.splice(0)).toEqual([false]);
  dispatchEvent(new Event('focus'));
  settles();

  dispatchEvent(new Event('focus'));
  stop();
  dispatchEvent(new Event('focus'));
  vi.runAllTimers();
  expect(reports).toEqual([false]);
});
