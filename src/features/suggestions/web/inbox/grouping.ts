// The chosen grouping, which this browser keeps.
import { createStore } from '#ui/store.ts';
import { groupings, type Grouping } from '../../grouping-rules.ts';

const key = 'logbook-inbox-grouping';

function stored(): Grouping {
  try {
    const found = localStorage.getItem(key);
    return groupings.find((name) => name === found) ?? 'day';
  } catch {
    return 'day';
  }
}

export const grouping = createStore<{ by: Grouping }>({ by: 'day' });

/** Call it in an effect: the server renders the default. */
export function loadGrouping(): void {
  grouping.set({ by: stored() });
}

export function chooseGrouping(by: Grouping): void {
  grouping.set({ by });
  try {
    localStorage.setItem(key, by);
  } catch {
    // It lasts until the page is closed.
  }
}
