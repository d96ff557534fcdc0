// Counts a guest's interactions in this visit and remembers whether the prompt was shown (R-I2). A visit lasts until
// the tab is closed, including reloads.
import { createStore, useStore } from '#ui/store.ts';
import { remember, remembered } from '#ui/tab-memory.ts';
import { interactionsBeforePrompt } from '../rules.ts';

const key = 'logbook-guest-visit';
const seen = 'seen';

/** The number of interactions, or `seen`. */
const visit = createStore({ state: remembered(key) ?? '0' });

function save(state: string): void {
  visit.set({ state });
  remember(key, state);
}

/** Counts an interaction. The first one also asks the browser for persistent storage. */
export function countInteraction(): void {
  const { state } = visit.get();
  if (state === '0') void askToPersist();
  if (state !== seen) save(String(Number(state) + 1));
}

/** Call it when the prompt was closed, regardless of the answer. */
export function closePrompt(): void {
  save(seen);
}

/** Whether to show the prompt. */
export function usePromptDue(): boolean {
  return useStore(visit, ({ state }) => state !== seen && Number(state) >= interactionsBeforePrompt);
}

/** The API is missing on plain http. If the browser refuses, it may evict the data when storage is low. */
async function askToPersist(): Promise<void> {
  const storage = navigator.storage as Partial<StorageManager> | undefined;
  await storage?.persist?.().catch(() => false);
}
