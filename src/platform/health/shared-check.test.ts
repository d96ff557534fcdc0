import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sharedCheck } from './shared-check.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

it('a shared check runs once for concurrent callers and for those of the next second', async () => {
  const run = vi.fn<() => Promise<string>>().mockResolvedValue('ok');
  const check = sharedCheck(run);
  expect(await Promise.all([check(), check(), check()])).toEqual(['ok', 'ok', 'ok']);
  vi.advanceTimersByTime(900);
  await check();
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(200);
  await check();
  expect(run).toHaveBeenCalledTimes(2);
});

it('a shared check that throws counts as away, and the next one can succeed', async () => {
  const run = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('no route'))
    .mockResolvedValue('ok');
  const check = sharedCheck(run);
  expect(await check()).toBe('away');
  vi.advanceTimersByTime(1_100);
  expect(await check()).toBe('ok');
});

it('a shared check that hangs counts as away in time and is not started a second time', async () => {
  const hanging = Promise.withResolvers<string>();
  const run = vi.fn<() => Promise<string>>(() => hanging.promise);
  const check = sharedCheck(run);
  for (let round = 0; round < 3; round++) {
    const result = check();
    await vi.advanceTimersByTimeAsync(1_600);
    expect(await result).toBe('away');
    await vi.advanceTimersByTimeAsync(1_100);
  }
  expect(run).toHaveBeenCalledTimes(1);
  hanging.resolve('ok');
  expect(await check()).toBe('ok');
});
