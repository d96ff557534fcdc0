import { hasCode, isServerError, isUnreachable } from './client.ts';

/** Delays before the second and third attempt, in milliseconds: long enough for a server restart. */
const retryDelays = [1000, 2000];

/** Retries an idempotent call up to twice if the connection or the server is down. Rethrows all other errors. */
export async function withRetries<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (const delay of retryDelays) {
    try {
      return await attempt();
    } catch (error) {
      if (!isUnreachable(error) || !navigator.onLine) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return attempt();
}

/** For queries: retries up to twice after a lost connection or a server error. Never retries a refusal. */
export function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && (isUnreachable(error) || isServerError(error));
}

/** Whether the same request may succeed later: the server was unreachable, or the user has to sign in again. */
export function canRetryLater(error: unknown): boolean {
  return isUnreachable(error) || hasCode(error, 'no_session');
}
