// Notes in localStorage about the suggestions of this browser, so that a page need not open their database to know of them.

const guestKey = 'logbook-guest-suggestions';
const countKey = (owner: string) => `logbook-inbox:${owner}`;

/** How many open suggestions this browser has of a user. */
export function markedCount(owner: string): number {
  try {
    return Number(localStorage.getItem(countKey(owner))) || 0;
  } catch {
    return 0;
  }
}

export function markCount(owner: string, count: number): void {
  try {
    if (count > 0) localStorage.setItem(countKey(owner), String(count));
    else localStorage.removeItem(countKey(owner));
  } catch {
    // The count is not shown elsewhere.
  }
}

/** Whether a guest has suggestions here, or has settled some. */
export function hasGuestSuggestions(): boolean {
  try {
    return localStorage.getItem(guestKey) !== null;
  } catch {
    return false;
  }
}

/** Notes the account that they move to, until they have moved: the page may be closed before. */
export function giveGuestSuggestionsTo(userId: string): void {
  try {
    localStorage.setItem(guestKey, userId);
  } catch {
    // They stay the guest's.
  }
}

export function areGuestSuggestionsFor(userId: string): boolean {
  try {
    return localStorage.getItem(guestKey) === userId;
  } catch {
    return false;
  }
}

export function markGuestSuggestions(has: boolean): void {
  try {
    if (has) localStorage.setItem(guestKey, localStorage.getItem(guestKey) ?? 'yes');
    else localStorage.removeItem(guestKey);
  } catch {
    // If localStorage is blocked, so is IndexedDB.
  }
}
