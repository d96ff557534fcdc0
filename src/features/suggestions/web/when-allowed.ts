import { Problem } from '#platform/http/client.ts';

/** Without the server's word on how long to wait. */
const pauseMs = 1000;

/**
 * Repeats a call that can be repeated for as long as the server says that there were too many requests. Rethrows all other
 * errors, and that one once `signal` is aborted.
 */
export async function whenAllowed<Result>(
  attempt: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isTooEarly = error instanceof Problem && error.status === 429;
      if (!isTooEarly || !(await paused((error.retryAfter ?? 0) * 1000 || pauseMs, signal))) throw error;
    }
  }
}

/** Waits. Returns false if `signal` is or was aborted. */
function paused(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve(!signal?.aborted);
    }
    signal?.addEventListener('abort', end);
  });
}
