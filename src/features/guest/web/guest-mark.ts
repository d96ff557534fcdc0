// A localStorage flag for the guest store: a signed-in page can check it without opening IndexedDB.
import { onServer } from '#ui/on-server.ts';

const mark = 'logbook-guest';

/** Whether this browser may hold a guest's log. A cheap check. */
export function hasGuestMark(): boolean {
  if (onServer) return false;
  try {
    return localStorage.getItem(mark) !== null;
  } catch {
    return false;
  }
}

export function setGuestMark(): void {
  try {
    localStorage.setItem(mark, 'yes');
  } catch {
    // If localStorage is blocked, so is IndexedDB.
  }
}

/** Call it when the guest store is empty. */
export function clearGuestMark(): void {
  try {
    localStorage.removeItem(mark);
  } catch {
    // It was never set.
  }
}
