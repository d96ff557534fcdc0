// Whether somebody without an account has seen the tutorial: the browser remembers it, as the profile does for others.
import { onServer } from '#ui/on-server.ts';

const key = 'logbook-guest-tutorial';

export function isNewcomer(): boolean {
  if (onServer) return false;
  try {
    return localStorage.getItem(key) === null;
  } catch {
    return true;
  }
}

export function endNewcomer(): void {
  try {
    localStorage.setItem(key, 'seen');
  } catch {
    // Then it shows again in the next visit.
  }
}
