// Keeps the session alive while a page is open (R-A6): checks its expiry every 30 s, and one tab renews it for all.
import { useEffect, useEffectEvent, useRef } from 'react';
import { hasCode } from '#platform/http/client.ts';
import { readyToSend } from '#platform/http/send-gate.ts';
import { listenLive } from '#platform/live/client.ts';
import { withTabLock } from '#platform/tabs/tab-lock.ts';
import type { SignedIn } from '../../contract.ts';
import { deleteCopies, forgetSession } from './session-end.ts';
import { knownSession, onSessionChangeInOtherTab, rememberSession } from './session-memory.ts';
import { call, sessionLock, fetchSignedIn } from './session.ts';
import { renewalDue, tickMs } from './session-ticks.ts';

/** `onEnded` runs once, when the session cannot be renewed or another tab signed out. */
export function useSessionTick({ user, session }: SignedIn, onEnded: (signedOut: boolean) => void): void {
  const ended = useRef(false);
  const end = useEffectEvent((signedOut: boolean) => {
    if (ended.current) return;
    ended.current = true;
    onEnded(signedOut);
  });
  useEffect(() => {
    const known = knownSession();
    const knownExpiry = known?.userId === user.id ? known.expiresAt : 0;
    rememberSession({ userId: user.id, expiresAt: Math.max(knownExpiry, session.expires_at) });

    const due = () => renewalDue(knownSession()?.expiresAt ?? 0, Date.now());
    async function renew() {
      if (!due()) return;
      try {
        const { expires_at } = await call('POST /api/auth/refresh', {});
        rememberSession({ userId: user.id, expiresAt: expires_at });
      } catch (error) {
        await endIfRefused(error);
      }
    }
    async function endIfRefused(error: unknown) {
      // If the server does not respond, the next tick retries.
      if (!hasCode(error, 'no_session')) return;
      await forgetSession();
      end(false);
    }
    readyToSend()?.catch(endIfRefused);
    const tick = () => {
      if (due()) void withTabLock(sessionLock, 'skip', renew);
    };
    /** Checks whether the server ended the session, such as by a sign-out or a new password in another browser. */
    async function checkSession() {
      // Without a response, nothing is known. A page that is being left has already forgotten its session.
      const signedIn = await fetchSignedIn().catch(() => undefined);
      if (signedIn !== null || !knownSession()) return;
      await forgetSession();
      end(false);
    }
    const stopLive = listenLive({ onRefused: () => void checkSession() });
    const timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', tick);
    window.addEventListener('online', tick);
    const stopListening = onSessionChangeInOtherTab((memory, signedOut) => {
      // Deletes what this tab may have stored after the other tab deleted the copies.
      if (!memory) void deleteCopies().then(() => end(signedOut));
      else if (memory.userId !== user.id) location.reload();
    });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
      window.removeEventListener('online', tick);
      stopListening();
      stopLive();
    };
  }, [user.id, session.expires_at]);
}
