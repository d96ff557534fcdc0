// Whether a guest has seen the tutorial. The browser remembers it, as the profile does for accounts.
import { onServer } from '#ui/on-server.ts';

const key = 'logbook-guest-tutorial';
/** `carried`: an account made in this browser has taken it over. */
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

export function endNewcomer(): void {
  write('seen');
}

/**
 * Whether the account that was just made belongs to a guest who closed or finished the tutorial. True once: the next
 * account made in this browser may be another person's.
 */
export function takeSeenTutorial(): boolean {
  if (read() !== 'seen') return false;
  write('carried');
  return true;
}
