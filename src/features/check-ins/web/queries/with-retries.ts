import { hasCode, isUnreachable } from '#platform/http/client.ts';

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

/** Whether the same request may succeed later: the server was unreachable, or the user has to sign in again. */
export function canRetryLater(error: unknown): boolean {
  return isUnreachable(error) || hasCode(error, 'no_session');
}
