// Which entry is in the Share dialog, and for which one a vouch is about to be requested. The page that shows the timeline
// renders the dialogs.
import { guestId } from '#features/guest/constants.ts';
import { createStore } from '#ui/store.ts';
import type { CheckIn } from '../../contract.ts';

type Dialogs = {
  /** The entry in the Share dialog, as it was when the dialog opened. */
  open: CheckIn | undefined;
  /** The entry that the Vouches section opens its form with. */
  vouch: CheckIn | undefined;
};

export const shareDialog = createStore<Dialogs>({ open: undefined, vouch: undefined });

/** Opens a dialog. Guests are asked to sign up instead: they share nothing, and have no vouches (R-I1). */
export function openShareDialog(entry: CheckIn, dialog: keyof Dialogs = 'open'): void {
  if (entry.user_id !== guestId) shareDialog.set({ [dialog]: entry });
  else void import('./guest-sharing.ts').then(({ showSignUpToast }) => showSignUpToast(dialog === 'vouch'));
}

export function closeShareDialog(): void {
  shareDialog.set({ open: undefined });
}
