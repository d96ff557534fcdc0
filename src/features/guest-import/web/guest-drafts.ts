// Moves a guest's drafts to the account that the guest signs up for (R-B8).
import { reassignFiles } from '#platform/drafts/persisted-files.ts';
import { guestId } from '#features/guest/constants.ts';
import { giveGuestSuggestionsTo, hasGuestSuggestions } from '#features/suggestions/web/local-mark.ts';
import { takeSignUp } from '#features/guest/web/sign-up-note.ts';

/** localStorage keys of a guest's drafts. Each key ends with its owner's id. */
const draftKeys = /^logbook-(draft|edits|unsent|goal-draft)\/.*:guest$/;
/** localStorage keys of pending uploads. They can continue once the account has their entries. */
const uploadKeys = /^logbook-uploads\/.*:guest$/;

/** Moves a guest's drafts to the account, if the account was just created in this tab. */
export function adoptAfterSignUp(userId: string): void {
  if (takeSignUp()) adoptDrafts(userId);
}

/** Moves a guest's drafts and their attached files to the account. */
export function adoptDrafts(userId: string): void {
  adopt(draftKeys, userId);
  void reassignFiles(guestId, userId);
  if (!hasGuestSuggestions()) return;
  giveGuestSuggestionsTo(userId);
  void adoptSuggestions(userId).catch(() => undefined);
}

/** If it is interrupted, opening the inbox finishes it. */
async function adoptSuggestions(userId: string): Promise<void> {
  await (await import('#features/suggestions/web/local-suggestions.ts')).adoptGuestSuggestions(userId);
}

/** Lets pending uploads continue for the account. Call it once the account has their entries. */
export function adoptUploads(userId: string): void {
  adopt(uploadKeys, userId);
}

/** Moves the unsaved edit of a goal to the account, where the goal has a new id. */
export function adoptGoalEdit(userId: string, id: string, newId: string): void {
  move(`logbook-goal-edits/${id}:${guestId}`, `logbook-goal-edits/${newId}:${userId}`);
}

function adopt(keys: RegExp, userId: string): void {
  try {
    for (const key of Object.keys(localStorage).filter((key) => keys.test(key)))
      move(key, key.slice(0, -guestId.length) + userId);
  } catch {
    // Storage is blocked, so there are no drafts.
  }
}

/** Moves a value to another key, unless that key is already in use. */
function move(key: string, target: string): void {
  try {
    const value = localStorage.getItem(key);
    if (value === null || localStorage.getItem(target) !== null) return;
    localStorage.setItem(target, value);
    localStorage.removeItem(key);
  } catch {
    // The draft stays under the guest's key.
  }
}
