// What the end of a session takes out of this browser: what it knew of the session, and the copy for reading offline. Input
// that is not sent yet stays under its owner's id (R-B8); a deleted account takes that along as well.
import { clearMemory } from './session-memory.ts';

const copyMark = 'logbook-offline-copy';

/** Notes that this browser holds a copy of a user's data for reading offline. */
export function markCopy(): void {
  localStorage.setItem(copyMark, 'yes');
}

/** Deletes the copies for reading offline, if this browser holds any. */
export async function deleteCopies(): Promise<void> {
  try {
    if (localStorage.getItem(copyMark) === null) return;
    await (await import('./offline-copy.ts')).deleteAllCopies();
    localStorage.removeItem(copyMark);
  } catch {
    // The mark stays: the next page tries again.
  }
}

/** Ends what this browser knows of the session, in all windows, and deletes the copy for reading offline. */
export function forgetSession(why?: 'signed out'): Promise<void> {
  clearMemory(why);
  return deleteCopies();
}

/** Deletes all that this browser keeps under a user's id, drafts included. For an account that was deleted. */
export async function forgetPerson(userId: string): Promise<void> {
  const forgotten = forgetSession();
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.endsWith(`:${userId}`)) localStorage.removeItem(key);
    }
    sessionStorage.clear();
  } catch {
    // Nothing was stored.
  }
  await forgotten;
}
