// Whether the dialog that shares the public link is open. Its code is loaded on demand.
import { createStore } from '#ui/store.ts';

export const profileShare = createStore({ open: false });

export function openProfileShare(): void {
  profileShare.set({ open: true });
}

export function closeProfileShare(): void {
  profileShare.set({ open: false });
}
