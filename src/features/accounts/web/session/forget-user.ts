import { forgetAll } from '#ui/tab-memory.ts';
import { forgetSession } from './session-end.ts';

/** Deletes everything that this browser stores under a user's id, including drafts. For deleted accounts. */
export async function forgetUser(userId: string): Promise<void> {
  const forgotten = forgetSession();
  forgetAll();
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.endsWith(`:${userId}`)) localStorage.removeItem(key);
    }
  } catch {
    // Nothing was stored.
  }
  await forgotten;
  await import('#platform/drafts/incoming.ts')
    .then(({ dropIncomingOf }) => dropIncomingOf(userId))
    .catch(() => undefined);
}
