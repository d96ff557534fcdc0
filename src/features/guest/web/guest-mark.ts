// A note beside the guest's store: a page of somebody who is signed in sees at once whether to look there.
import { onServer } from '#ui/on-server.ts';

const mark = 'logbook-guest';

/** Whether somebody has written here without an account, as far as one cheap look tells. */
export function mayHoldGuest(): boolean {
  if (onServer) return false;
  try {
    return localStorage.getItem(mark) !== null;
  } catch {
    return false;
  }
}

export function rememberGuest(): void {
  try {
    localStorage.setItem(mark, 'yes');
  } catch {
    // Where this is closed the browser keeps no entries, either.
  }
}

/** Nothing is held here any more. */
export function forgetGuest(): void {
  try {
    localStorage.removeItem(mark);
  } catch {
    // It was not remembered either.
  }
}
