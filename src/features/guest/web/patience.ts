import { Problem } from '#platform/http/client.ts';

/** Waits between tries, in milliseconds; the last one repeats. */
const waits = [1000, 2000, 5000, 10_000, 30_000];

/** Whether the same call may be answered later: no connection, a server that is away, too many at once. */
function mayPass(error: unknown): error is Problem {
  if (!(error instanceof Problem) || error.code === 'storage_full') return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/**
 * Tries something that is safe to repeat until it is answered; a refusal is an answer and is thrown. `onWait` hears
 * when the waiting begins and ends.
 */
export async function patiently<Answer>(
  attempt: () => Promise<Answer>,
  onWait: (waiting: boolean) => void,
): Promise<Answer> {
  for (let failures = 0; ; failures++) {
    try {
      const answer = await attempt();
      if (failures > 0) onWait(false);
      return answer;
    } catch (error) {
      if (!mayPass(error)) throw error;
      onWait(true);
      await untilWorthATry((error.retryAfter ?? 0) * 1000 || waits[Math.min(failures, waits.length - 1)]!);
    }
  }
}

/** Until some time has passed, or the browser has a connection again. */
function untilWorthATry(ms: number): Promise<void> {
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
