import { createStore, useStore } from '#ui/store.ts';

const status = createStore({ message: '' });

/** Announces a message to screen readers. The panel renders the live region. */
export function announceStatus(message: string): void {
  status.set({ message });
}

export function useStatusMessage(): string {
  return useStore(status, ({ message }) => message);
}
