import { browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser';
import { ownTimeZone } from '#platform/clock/time-zone.ts';
import { limits } from '../constants.ts';
import type { Assertion } from '../contract.ts';
import { answerChallenge, call, cancelCeremony, isCanceled } from './ceremonies.ts';

const send = async (assertion: Assertion) => {
  await call('POST /api/auth/passkey', { body: { assertion, timezone: ownTimeZone() } });
};

export async function signInByButton(): Promise<'signed in' | 'canceled'> {
  try {
    await send(await answerChallenge('sign-in'));
    return 'signed in';
  } catch (error) {
    if (isCanceled(error)) return 'canceled';
    throw error;
  }
}

/**
 * Offers passkeys among the browser's suggestions for the address, until `ended`. Renews the challenge before it expires.
 * When the button is used, or the user cancels, the browser no longer waits. `onError`: why a passkey that the user chose
 * did not sign them in. Failures before that are silent, because the user asked for nothing, and the button still works.
 */
export async function signInByAutofill(
  ended: AbortSignal,
  onSignedIn: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill()) || ended.aborted) return;
  ended.addEventListener('abort', cancelCeremony);
  const assertion = await chosenPasskey(ended);
  if (!assertion) return;
  try {
    await send(assertion);
    await onSignedIn();
  } catch (error) {
    if (!ended.aborted) onError(error);
  }
}

/** Undefined if the browser no longer waits for the user's choice. */
async function chosenPasskey(ended: AbortSignal): Promise<Assertion | undefined> {
  for (;;) {
    let expired = false;
    const renewal = setTimeout(
      () => {
        expired = true;
        cancelCeremony();
      },
      (limits.challengeMinutes - 1) * 60_000,
    );
    try {
      return await answerChallenge('sign-in', true);
    } catch {
      if (ended.aborted || !expired) return undefined;
    } finally {
      clearTimeout(renewal);
    }
  }
}
