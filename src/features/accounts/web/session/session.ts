// The session of the signed-in user. The tokens stay in HttpOnly cookies; the page never sees them (R-A6).
import { client, endSessionWith, hasCode } from '#platform/http/client.ts';
import { withTabLock } from '#platform/tabs/tab-lock.ts';
import type { operations, SignedIn } from '../../contract.ts';
import { forgetSession } from './session-end.ts';

/** Held by the tab that renews the session. */
export const sessionLock = 'session';

export const call = client<typeof operations>();

/** Ends the session here and on the server. Succeeds if it has already ended. Throws if the server does not respond. */
export async function endSession(): Promise<void> {
  try {
    await endSessionWith(() => call('POST /api/auth/sign-out', {}));
  } catch (error) {
    if (!hasCode(error, 'no_session')) throw error;
  }
  await forgetSession('signed out');
}

/** The signed-in user, or null. Renews an expired access token once, in one tab at a time. */
export async function fetchSignedIn(): Promise<SignedIn | null> {
  const signedIn = await orNull(() => call('GET /api/auth/user', {}));
  if (signedIn) return signedIn;
  // Responses to several tabs could arrive out of order and leave older cookies in place.
  return withTabLock(sessionLock, 'wait', async (waited) => {
    const renewed = waited && (await orNull(() => call('GET /api/auth/user', {})));
    return renewed || orNull(renew);
  });
}

async function renew(): Promise<SignedIn> {
  await call('POST /api/auth/refresh', {});
  return call('GET /api/auth/user', {});
}

export async function orNull<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request();
  } catch (error) {
    if (hasCode(error, 'no_session')) return null;
    throw error;
  }
}
