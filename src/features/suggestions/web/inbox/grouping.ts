// The chosen grouping, which this browser keeps.
import { createStore } from '#ui/store.ts';
import { groupings, type Grouping } from '../../grouping-rules.ts';

const key = 'logbook-inbox-grouping';

function stored(): Grouping | null {
  try {
    const found = localStorage.getItem(key);
    return groupings.find((name) => name === found) ?? null;
  } catch {
    return null;
  }
}

/** Null until the user chooses one. */
export const grouping = createStore<{ chosen: Grouping | null }>({ chosen: null });

/** Call it in an effect: the server renders the default. */
export function loadGrouping(): void {
  grouping.set({ chosen: stored() });
}

export function chooseGrouping(chosen: Grouping): void {
  grouping.set({ chosen });
  try {
    localStorage.setItem(key, chosen);
  } catch {
    // It lasts until the page is closed.
  }
}
