// Which entry is in the Share dialog. The page that shows the timeline renders the dialog.
import type { CheckIn } from '#features/check-ins/contract.ts';
import { guestId } from '#features/guest/constants.ts';
import { createStore } from '#ui/store.ts';

export const shareDialog = createStore<{
  /** The entry in the dialog, as it was when the dialog opened. */
  open: CheckIn | undefined;
}>({ open: undefined });

/** Opens the dialog. Guests share nothing, and are asked to sign up instead (R-I1). */
export function openShareDialog(entry: CheckIn): void {
  if (entry.user_id !== guestId) shareDialog.set({ open: entry });
  else void import('./guest-sharing.ts').then(({ showSignUpToast }) => showSignUpToast());
}

export function closeShareDialog(): void {
  shareDialog.set({ open: undefined });
}
