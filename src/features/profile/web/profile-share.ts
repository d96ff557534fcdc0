// Whether the dialog that shares the public link is open. Its code is loaded on demand.
import { createStore } from '#ui/store.ts';

/** `typed`: the link that the user has typed and not saved. Closing the dialog keeps it. */
export const profileShare = createStore<{ open: boolean; typed: string | undefined }>({
  open: false,
  typed: undefined,
});

export function openProfileShare(): void {
  profileShare.set({ open: true });
}

export function closeProfileShare(): void {
  profileShare.set({ open: false });
}
