import type { Tx } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { clearSessionCookies, refreshTokenOf } from '#platform/http/tokens.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { operations } from '../../contract.ts';
import { enterSession } from '../session-store.ts';
import { endSession } from '../store.ts';
import { setCookies, renewSession } from './sessions.ts';

/**
 * Immediately ends the session of this request and its sockets, and always clears the cookies. If the access token has
 * expired, the refresh cookie still identifies the session to end.
 */
export function signOut(successorKey: Buffer) {
  return inSteps<(typeof operations)['POST /api/auth/sign-out']>(async ({ step, request, reply }) => {
    const token = refreshTokenOf(request);
    const ended = await step(async ({ tx, viewer }) => {
      const session = viewer?.sessionId ?? (token && (await enterByRefresh(tx, successorKey, token)));
      if (!session) return refuse('no_session');
      await endSession(tx, session);
      return { ended: true };
    });
    clearSessionCookies(reply);
    return ended;
  });
}

async function enterByRefresh(tx: Tx, successorKey: Buffer, token: string): Promise<string | undefined> {
  const renewed = await renewSession(tx, successorKey, token);
  if (renewed) await enterSession(tx, hashToken(renewed.tokens.access));
  return renewed?.sessionId;
}

/** Replaces the tokens of the refresh cookie's session (R-A6). `successorKey` derives the new ones. */
export function refresh(successorKey: Buffer) {
  return inSteps<(typeof operations)['POST /api/auth/refresh']>(async ({ step, request, reply }) => {
    const token = refreshTokenOf(request);
    if (!token) return refuse('no_session');
    const renewed = await step(
      async ({ tx }) => (await renewSession(tx, successorKey, token)) ?? refuse('no_session'),
    );
    if (isRefused(renewed)) {
      clearSessionCookies(reply);
      return renewed;
    }
    setCookies(reply, renewed.tokens);
    return { expires_at: renewed.expiresAt };
  });
}
