// Guests can fill in whom to share with, but never send it (R-I1). A toast asks them to sign up.
import { dismissAccountNeeded, showAccountNeeded } from '#features/guest/web/account-needed.ts';
import { isSharing, type ShareInput } from '#features/check-ins/web/drafts/share-input.ts';
import { fieldTexts } from '../field-texts.ts';

export const showSignUpToast = () => showAccountNeeded(fieldTexts.needsAccount);

/** Shows the toast when a guest checks a box, and dismisses it once both are unchecked. */
export function onGuestShareChange(change: Partial<ShareInput>, share: ShareInput): void {
  if (change.manager || change.teammate) showSignUpToast();
  else if (!isSharing(share)) dismissAccountNeeded();
}

/** Returns whether a box is checked. If so, a guest's entry must not be saved, and a toast says why. */
export function refuseGuestSharing(share: ShareInput): boolean {
  if (isSharing(share)) showSignUpToast();
  return isSharing(share);
}
