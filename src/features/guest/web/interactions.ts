// How often a guest has done something in this visit, and whether the prompt was shown in it (R-I2): a visit is the life
// of a window, reloads included.
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

function keep(next: string): void {
  state = next;
  try {
    sessionStorage.setItem(key, next);
  } catch {
    // Then it is counted as long as the page stands.
  }
  for (const listener of listeners) listener();
}

/** Counts one; the first also asks the browser to keep what was written when room gets short. */
export function countInteraction(): void {
  if (state === '0') void askToPersist();
  if (state !== seen) keep(String(Number(state) + 1));
}

/** The prompt was answered, with whatever answer. */
export function endPrompt(): void {
  keep(seen);
}

/** Whether it is time to ask. */
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

/** Absent on plain http; a browser that says no keeps things as it keeps everything. */
async function askToPersist(): Promise<void> {
  const storage = navigator.storage as Partial<StorageManager> | undefined;
  await storage?.persist?.().catch(() => false);
}
