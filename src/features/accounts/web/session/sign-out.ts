import { toast, toastOnNextPage } from '#ui/toast.ts';
import { signOutTexts as texts } from '../../session-texts.ts';
import { endSession } from './session.ts';

/** Ends the session, then calls `onSignedOut`. On failure, shows a message and returns false. */
export async function signOut(onSignedOut: () => void): Promise<boolean> {
  try {
    await endSession();
  } catch {
    toast({ title: texts.signOutFailed, tone: 'danger' });
    return false;
  }
  toastOnNextPage({ title: texts.signedOut });
  onSignedOut();
  return true;
}
