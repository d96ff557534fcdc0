// Guests can fill in whom to share with, but never send it (R-I1). A toast asks them to sign up.
import { showAccountNeeded } from '#features/guest/web/account-needed.ts';
import { composeTexts } from '../../compose-texts.ts';
import { isSharing, type ShareInput } from './share-input.ts';

let dismissToast: (() => void) | undefined;

/** `vouch`: the guest wants to ask for a vouch. */
export function showSignUpToast(vouch = false): void {
  const { needsAccount, needsAccountToVouch } = composeTexts.sharing;
  dismissToast?.();
  dismissToast = showAccountNeeded(vouch ? needsAccountToVouch : needsAccount);
}

export function dismissSignUpToast(): void {
  dismissToast?.();
}

/** Shows the toast when a guest checks a box, and dismisses it once both are unchecked. */
export function onGuestShareChange(change: Partial<ShareInput>, share: ShareInput): void {
  if (change.manager || change.teammate) showSignUpToast();
  else if (!isSharing(share)) dismissSignUpToast();
}

/** Returns whether a box is checked. If so, a guest's entry must not be saved, and a toast says why. */
export function refuseGuestSharing(share: ShareInput): boolean {
  if (isSharing(share)) showSignUpToast();
  return isSharing(share);
}
