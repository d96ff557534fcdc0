// Whether a guest has seen the tutorial. Stored in the browser; accounts store it in the profile.
import { onServer } from '#ui/on-server.ts';

const key = 'logbook-guest-tutorial';
/** `carried`: an account created in this browser has taken it over. */
type Mark = 'seen' | 'carried';

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(mark: Mark): void {
  try {
    localStorage.setItem(key, mark);
  } catch {
    // The tutorial shows again on the next visit.
  }
}

export function isNewcomer(): boolean {
  return !onServer && read() === null;
}

export function markTutorialSeen(): void {
  write('seen');
}

/**
 * Whether the account that was just created belongs to a guest who closed or finished the tutorial. Returns true only
 * once: the next account created in this browser may be another user's.
 */
export function consumeTutorialSeen(): boolean {
  if (read() !== 'seen') return false;
  write('carried');
  return true;
}
