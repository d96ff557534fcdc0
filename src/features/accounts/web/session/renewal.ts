// The session of a document that the refresh cookie opened.
import { sendAfter } from '#platform/http/send-after.ts';
import { withTabLock } from '#platform/tabs/tab-lock.ts';
import type { SignedIn } from '../../contract.ts';
import { call, orNull, sessionLock } from './session.ts';
import { knownSession, rememberSession } from './session-memory.ts';

/** The refresh cookie opened the document: its session has to be renewed before anything else. */
export const isRenewalDue = (): boolean =>
  document.querySelector('meta[name="logbook-renewal-due"]') !== null;

const renewal = 'POST /api/auth/refresh';

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
