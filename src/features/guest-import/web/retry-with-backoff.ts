import { isServerError, isUnreachable, Problem } from '#platform/http/client.ts';

/** Delays between attempts, in milliseconds. The last one repeats. */
const delays = [1000, 2000, 5000, 10_000, 30_000];

/** Whether a retry may succeed: no connection, any 5xx response except `storage_full`, or 429. */
function isTransient(error: unknown): error is Problem {
  if (!(error instanceof Problem) || error.code === 'storage_full') return false;
  return error.status === 429 || isUnreachable(error) || isServerError(error);
}

/**
 * Retries an idempotent call with backoff until it succeeds. Rethrows permanent errors. Calls `onWait` when waiting
 * begins and ends.
 */
export async function retryWithBackoff<Result>(
  attempt: () => Promise<Result>,
  onWait: (waiting: boolean) => void,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      const result = await attempt();
      if (failures > 0) onWait(false);
      return result;
    } catch (error) {
      if (!isTransient(error)) throw error;
      onWait(true);
      await waitToRetry((error.retryAfter ?? 0) * 1000 || delays[Math.min(failures, delays.length - 1)]!);
    }
  }
}

/** Resolves after `ms` milliseconds, or when the browser is online again. */
function waitToRetry(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    }
    addEventListener('online', end);
  });
}
