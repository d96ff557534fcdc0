import { Problem } from '#platform/http/client.ts';

/** Waits before the second and third try, in milliseconds: long enough for a server to start again. */
const waits = [1000, 2000];

/**
 * Tries something that is safe to repeat until it is answered: a lost connection and a server that is away get two
 * more tries; a refusal is an answer.
 */
export async function untilAnswered<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (const wait of waits) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLost(error) || !navigator.onLine) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return attempt();
}

/** Whether no answer came: the network is away, or the server behind it. */
function isLost(error: unknown): boolean {
  return error instanceof Problem && (error.status === 0 || [502, 503, 504].includes(error.status));
}

/** Whether it is worth sending again later as it is: no answer came, or the session ended and its owner signs in again. */
export function canWait(error: unknown): boolean {
  return isLost(error) || (error instanceof Problem && error.status === 401);
}
