import { browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser';
import { ownTimeZone } from '#platform/clock/time-zone.ts';
import { limits } from '../constants.ts';
import { answerChallenge, call, cancelCeremony, isCanceled } from './ceremonies.ts';

const send = async (assertion: Awaited<ReturnType<typeof answerChallenge>>) => {
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
 * When the button is used, or the user cancels, the browser no longer waits.
 */
export async function signInByAutofill(
  ended: AbortSignal,
  onSignedIn: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill()) || ended.aborted) return;
  ended.addEventListener('abort', cancelCeremony);
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
      const assertion = await answerChallenge('sign-in', true);
      await send(assertion);
      await onSignedIn();
      return;
    } catch (error) {
      if (ended.aborted) return;
      if (!isCanceled(error)) onError(error);
      if (!expired) return;
    } finally {
      clearTimeout(renewal);
    }
  }
}
