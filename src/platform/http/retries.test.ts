import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offlineProblem, Problem } from './client.ts';
import { canRetryLater, shouldRetry, withRetries } from './retries.ts';

const refused = new Problem(409, { code: 'id_taken' });
const broken = new Problem(500, { code: 'internal' });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Runs an attempt that fails with these errors in turn. Resolves with the outcome and the time it took. */
async function run(...errors: Error[]) {
  const started = Date.now();
  let attempts = 0;
  const attempt = () => {
    const error = errors[attempts++];
    return error ? Promise.reject(error) : Promise.resolve('done');
  };
  const outcome = withRetries(attempt).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return { outcome: await outcome, attempts, waited: Date.now() - started };
}

test('a call is repeated after one and after two more seconds while the server is unreachable', async () => {
  const lost = offlineProblem();
  expect(await run()).toEqual({ outcome: 'done', attempts: 1, waited: 0 });
  expect(await run(lost)).toEqual({ outcome: 'done', attempts: 2, waited: 1000 });
  expect(await run(lost, lost)).toEqual({ outcome: 'done', attempts: 3, waited: 3000 });
  expect(await run(lost, lost, lost)).toEqual({ outcome: lost, attempts: 3, waited: 3000 });
});

test('a refused call is not repeated, and none without a connection', async () => {
  expect(await run(refused)).toMatchObject({ outcome: refused, attempts: 1 });
  vi.stubGlobal('navigator', { onLine: false });
  expect(await run(offlineProblem())).toMatchObject({ attempts: 1 });
});

test.each([
  [0, offlineProblem(), true],
  [1, broken, true],
  [2, broken, false],
  [0, refused, false],
])('a query that failed %d times before, now with %s, is repeated: %s', (failures, error, is) => {
  expect(shouldRetry(failures, error)).toBe(is);
});

test.each([
  [offlineProblem(), true],
  [new Problem(401, { code: 'no_session' }), true],
  [refused, false],
])('the same request may succeed later after %s: %s', (error, may) => {
  expect(canRetryLater(error)).toBe(may);
});
