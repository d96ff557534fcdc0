// When the user last read the SHOUTOUTS tab, stored in this browser for each user (R-D1) and shared by its tabs.
import { createStore } from '#ui/store.ts';

/** `at`: an instant of the server. Undefined before the first visit. */
export const lastRead = createStore<{ userId: string; at: string | undefined }>({
  userId: '',
  at: undefined,
});

// Ends in the owner's id, so that deleting an account also deletes it.
const keyOf = (userId: string) => `logbook-shoutouts-read:${userId}`;

/** Reads the user's instant, and follows changes in other tabs from then on. */
export function loadLastRead(userId: string): void {
  if (lastRead.get().userId === userId) return;
  lastRead.set({ userId, at: stored(userId) });
  // Adding the same listener again has no effect.
  addEventListener('storage', onStorage);
}

/** Marks what was received up to `at` as read. Never moves back. */
export function markRead(at: string): void {
  const { userId, at: before } = lastRead.get();
  if (userId === '' || (before !== undefined && before >= at)) return;
  lastRead.set({ at });
  try {
    localStorage.setItem(keyOf(userId), at);
  } catch {
    // Without storage, it lasts as long as the page.
  }
}

function stored(userId: string): string | undefined {
  try {
    return instant(localStorage.getItem(keyOf(userId)));
  } catch {
    return undefined;
  }
}

function onStorage({ key, newValue }: StorageEvent): void {
  const { userId } = lastRead.get();
  if (key === keyOf(userId)) lastRead.set({ at: instant(newValue) });
}

/** Validates the value: the user may have edited it. */
function instant(text: string | null): string | undefined {
  const at = new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
