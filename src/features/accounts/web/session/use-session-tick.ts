// Keeps the session alive while a page is open (R-A6): every 30 s a look at the end, and a renewal by one window for all.
import { useEffect, useEffectEvent, useRef } from 'react';
import { Problem } from '#platform/http/client.ts';
import { listenLive } from '#platform/live/client.ts';
import type { SignedIn } from '../../contract.ts';
import { inOneTab } from './one-tab.ts';
import { deleteCopies, forgetSession } from './session-end.ts';
import { knownSession, onSessionElsewhere, rememberSession } from './session-memory.ts';
import { call, sessionLock, whoIsSignedIn } from './session.ts';
import { renewalDue, tickEvery } from './session-ticks.ts';

/** `onEnded` runs once, when the session cannot be renewed, or when another window signed out. */
export function useSessionTick({ user, session }: SignedIn, onEnded: (signedOut: boolean) => void): void {
  const ended = useRef(false);
  const end = useEffectEvent((signedOut: boolean) => {
    if (ended.current) return;
    ended.current = true;
    onEnded(signedOut);
  });
  useEffect(() => {
    const known = knownSession();
    const later = known?.userId === user.id ? known.expiresAt : 0;
    rememberSession({ userId: user.id, expiresAt: Math.max(later, session.expires_at) });

    const due = () => renewalDue(knownSession()?.expiresAt ?? 0, Date.now());
    async function renew() {
      if (!due()) return;
      try {
        const { expires_at } = await call('POST /api/auth/refresh', {});
        rememberSession({ userId: user.id, expiresAt: expires_at });
      } catch (error) {
        // Without an answer the next tick tries again.
        if (!(error instanceof Problem) || error.status !== 401) return;
        await forgetSession();
        end(false);
      }
    }
    const tick = () => {
      if (due()) void inOneTab(sessionLock, renew);
    };
    /** The server may have ended the session: a sign-out or a new password in another browser. */
    async function look() {
      // Without an answer nothing is known; a page that is on its way out has forgotten its session already.
      const signedIn = await whoIsSignedIn().catch(() => undefined);
      if (signedIn !== null || !knownSession()) return;
      await forgetSession();
      end(false);
    }
    const deaf = listenLive({
      onEvent: () => undefined,
      onConnect: () => undefined,
      onRefused: () => void look(),
    });
    const timer = setInterval(tick, tickEvery);
    document.addEventListener('visibilitychange', tick);
    window.addEventListener('online', tick);
    const quiet = onSessionElsewhere((memory, signedOut) => {
      // What this window may have stored since the other one deleted it.
      if (!memory) void deleteCopies().then(() => end(signedOut));
      else if (memory.userId !== user.id) location.reload();
    });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
      window.removeEventListener('online', tick);
      quiet();
      deaf();
    };
  }, [user.id, session.expires_at]);
}
