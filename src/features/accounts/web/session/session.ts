// Who is signed in. The tokens stay in HttpOnly cookies; the page never sees them (R-A6).
import { client, Problem } from '#platform/http/client.ts';
import type { operations, SignedIn } from '../../contract.ts';
import { inTurn } from './one-tab.ts';
import { forgetSession } from './session-end.ts';

/** What renews the session holds it, in whichever window. */
export const sessionLock = 'logbook-session';

export const call = client<typeof operations>();

const unauthorized = (error: unknown) => error instanceof Problem && error.status === 401;

/** Ends the session here and on the server; one that has ended already is as good. Throws when no answer came. */
export async function endSession(): Promise<void> {
  try {
    await call('POST /api/auth/sign-out', {});
  } catch (error) {
    if (!unauthorized(error)) throw error;
  }
  await forgetSession('signed out');
}

/** The signed-in person, or null. An access token that ran out in the meantime is renewed once, by one window at a time. */
export async function whoIsSignedIn(): Promise<SignedIn | null> {
  const signedIn = await orNull(() => call('GET /api/auth/user', {}));
  if (signedIn) return signedIn;
  // Answers to several windows could come in another order than they were given, and leave the cookies of the elder one.
  return inTurn(sessionLock, async (waited) => {
    const renewed = waited && (await orNull(() => call('GET /api/auth/user', {})));
    return renewed || orNull(renew);
  });
}

async function renew(): Promise<SignedIn> {
  await call('POST /api/auth/refresh', {});
  return call('GET /api/auth/user', {});
}

async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (unauthorized(error)) return null;
    throw error;
  }
}
