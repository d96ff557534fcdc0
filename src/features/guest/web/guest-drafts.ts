// What a guest was typing when the account was made: it is there still (R-B8).
import { handOverFiles } from '#features/check-ins/web/files/kept-files.ts';
import { guestId } from '../contract.ts';
import { takeSignUp } from './sign-up-note.ts';

/** Places where something half-written is kept, each thing under a key that ends in its owner's id. */
const half = /^logbook-(draft|edits|unsent|goal-draft)\/.*:guest$/;
/** Files that entries wait for: they can follow once the account has the entries. */
const owed = /^logbook-uploads\/.*:guest$/;

/** Makes what a guest was typing the account's, if it was made in this window just now. */
export function adoptAfterSignUp(userId: string): void {
  if (takeSignUp()) adoptDrafts(userId);
}

/** Makes what a guest was typing the account's, with the files that were attached to it. */
export function adoptDrafts(userId: string): void {
  adopt(half, userId);
  void handOverFiles(guestId, userId);
}

/** Once the account has the entries: files that were on their way go on. */
export function adoptUploads(userId: string): void {
  adopt(owed, userId);
}

/** Once the account has a goal, under an id of its own: what it was being changed to goes on there. */
export function adoptGoalEdit(userId: string, id: string, ownId: string): void {
  move(`logbook-goal-edits/${id}:${guestId}`, `logbook-goal-edits/${ownId}:${userId}`);
}

function adopt(keys: RegExp, userId: string): void {
  try {
    for (const key of Object.keys(localStorage).filter((one) => keys.test(one)))
      move(key, key.slice(0, -guestId.length) + userId);
  } catch {
    // Where storage is closed nothing was kept.
  }
}

/** Unless something stands there already. */
function move(key: string, own: string): void {
  try {
    const kept = localStorage.getItem(key);
    if (kept === null || localStorage.getItem(own) !== null) return;
    localStorage.setItem(own, kept);
    localStorage.removeItem(key);
  } catch {
    // It stays where it is.
  }
}
