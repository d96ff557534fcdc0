// The session of the signed-in user. The tokens stay in HttpOnly cookies; the page never sees them (R-A6).
import { client, endSessionWith, hasCode } from '#platform/http/client.ts';
import { sendAfter } from '#platform/http/send-after.ts';
import { withTabLock } from '#platform/tabs/tab-lock.ts';
import type { operations, SignedIn } from '../../contract.ts';
import { forgetSession } from './session-end.ts';
import { knownSession, rememberSession } from './session-memory.ts';

/** Held by the tab that renews the session. */
export const sessionLock = 'session';

export const call = client<typeof operations>();

const renewal = 'POST /api/auth/refresh';

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

/**
 * Renews the session of a document that the refresh cookie opened. All other requests wait for that: without an access
 * token, the server would refuse them.
 */
export function renewBeforeCalls(served: SignedIn): void {
  sendAfter(() => renewFrom(served), renewal);
}

/** The session of such a document, renewed. Null if it has ended. */
export const renewed = (served: SignedIn): Promise<SignedIn | null> =>
  orNull(() => renewFrom(served).then(() => served));

async function renewFrom({ user, session }: SignedIn): Promise<void> {
  await withTabLock(sessionLock, 'wait', async () => {
    const known = knownSession();
    // Another tab has renewed it since the document was sent.
    if (known?.userId === user.id && known.expiresAt > session.expires_at) return;
    const { expires_at } = await call(renewal, {});
    rememberSession({ userId: user.id, expiresAt: expires_at });
  });
}

async function renew(): Promise<SignedIn> {
  await call(renewal, {});
  return call('GET /api/auth/user', {});
}

async function orNull<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request();
  } catch (error) {
    if (hasCode(error, 'no_session')) return null;
    throw error;
  }
}
