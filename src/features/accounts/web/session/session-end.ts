// Cleans up this browser when a session ends: deletes the stored session and the offline copy. Unsent input stays under
// its owner's id (R-B8), unless the account was deleted.
import { showOnIcon } from '#ui/app-badge.ts';
import { clearMemory } from './session-memory.ts';

const copyMark = 'logbook-offline-copy';

/** Records that this browser holds a copy of a user's data for reading offline. */
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
    // The mark stays, so the next page load retries.
  }
}

/** Forgets the session in all tabs and deletes the offline copies. */
export function forgetSession(reason?: 'signed out'): Promise<void> {
  clearMemory(reason);
  showOnIcon(0);
  return deleteCopies();
}
