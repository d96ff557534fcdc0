// What a guest was typing when the account was made: it is there still (R-B8).
import { guestId } from '../contract.ts';

const signedUpKey = 'logbook-signed-up';
/** Places where something half-written is kept, each thing under a key that ends in its owner's id. */
const half = /^logbook-(draft|edits|unsent|goal-draft|goal-edits)\/.*:guest$/;

/** Called on the page that made the account, for the page that comes next. */
export function noteSignUp(): void {
  try {
    sessionStorage.setItem(signedUpKey, 'yes');
  } catch {
    // The draft stays the guest's.
  }
}

/** Makes what a guest was typing the account's, if it was made in this window just now. */
export function adoptAfterSignUp(userId: string): void {
  try {
    if (sessionStorage.getItem(signedUpKey) === null) return;
    sessionStorage.removeItem(signedUpKey);
  } catch {
    return;
  }
  adoptDrafts(userId);
}

/** Makes what a guest was typing the account's, where that has nothing of its own in the same place. */
export function adoptDrafts(userId: string): void {
  try {
    for (const key of Object.keys(localStorage).filter((one) => half.test(one))) {
      const own = key.slice(0, -guestId.length) + userId;
      const kept = localStorage.getItem(key);
      if (kept === null || localStorage.getItem(own) !== null) continue;
      localStorage.setItem(own, kept);
      localStorage.removeItem(key);
    }
  } catch {
    // Where storage is closed nothing was kept.
  }
}
