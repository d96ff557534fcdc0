// Whether this browser has seen the user without the Team plan: the callout welcomes only a user who then has it. Stored
// for each user, and shared by the tabs.
import { createStore } from '#ui/store.ts';

/** `wasWithout`: seen without the plan, and not welcomed since. */
export const planMemory = createStore({ userId: '', wasWithout: false });

// Ends in the owner's id, so that deleting an account also deletes it.
const keyOf = (userId: string) => `logbook-without-plan:${userId}`;

/** Notes the result of a check. A user who has the plan at the first check has had it before. */
export function noteCheck(userId: string, isSubscribed: boolean): void {
  if (!isSubscribed) store(userId, true);
  else if (planMemory.get().userId !== userId) planMemory.set({ userId, wasWithout: stored(userId) });
}

/** The user knows about the plan. */
export function noteWelcome(userId: string): void {
  store(userId, false);
}

function store(userId: string, wasWithout: boolean): void {
  const memory = planMemory.get();
  if (memory.userId === userId && memory.wasWithout === wasWithout) return;
  planMemory.set({ userId, wasWithout });
  try {
    if (wasWithout) localStorage.setItem(keyOf(userId), 'yes');
    else localStorage.removeItem(keyOf(userId));
  } catch {
    // Without storage, it lasts as long as the page.
  }
}

function stored(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return false;
  }
}
