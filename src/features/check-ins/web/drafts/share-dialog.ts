// Which entry is in the Share dialog. The page that shows the timeline renders the dialog.
import { guestId } from '#features/guest/contract.ts';
import { createStore } from '#ui/store.ts';
import type { CheckIn } from '../../contract.ts';

/** `open`: the entry as it was when the dialog opened. */
export const shareDialog = createStore<{ open: CheckIn | undefined }>({ open: undefined });

/** Opens the dialog. Guests are asked to sign up instead: they never share (R-I1). */
export function openShareDialog(entry: CheckIn): void {
  if (entry.user_id !== guestId) shareDialog.set({ open: entry });
  else void import('./guest-sharing.ts').then(({ showSignUpToast }) => showSignUpToast());
}

export function closeShareDialog(): void {
  shareDialog.set({ open: undefined });
}
