// Counts a guest's interactions in this visit and remembers whether the prompt was shown (R-I2). A visit lasts until
// the tab is closed, including reloads.
import { useSyncExternalStore } from 'react';
import { interactionsBeforePrompt } from '../rules.ts';

const key = 'logbook-guest-visit';
const seen = 'seen';

function read(): string {
  try {
    return sessionStorage.getItem(key) ?? '0';
  } catch {
    return '0';
  }
}

let state = read();
const listeners = new Set<() => void>();

function save(next: string): void {
  state = next;
  try {
    sessionStorage.setItem(key, next);
  } catch {
    // Storage is blocked: count until the page is closed.
  }
  for (const listener of listeners) listener();
}

/** Counts an interaction. The first one also asks the browser for persistent storage. */
export function countInteraction(): void {
  if (state === '0') void askToPersist();
  if (state !== seen) save(String(Number(state) + 1));
}

/** Call it when the prompt was closed, whatever the answer. */
export function closePrompt(): void {
  save(seen);
}

/** Whether to show the prompt. */
export function usePromptDue(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => state !== seen && Number(state) >= interactionsBeforePrompt,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The API is missing on plain http. If the browser refuses, it may evict the data when storage is low. */
async function askToPersist(): Promise<void> {
  const storage = navigator.storage as Partial<StorageManager> | undefined;
  await storage?.persist?.().catch(() => false);
}
