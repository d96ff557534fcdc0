import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { clearSessionCookies, refreshTokenOf } from '#platform/http/tokens.ts';
import type { operations } from '../../contract.ts';
import { endSession } from '../store.ts';
import { giveCookies, renewSession } from './sessions.ts';

/** Ends the session of this request at once, its sockets too; the cookies go in any case. */
export const signOut = inSteps<(typeof operations)['POST /api/auth/sign-out']>(async ({ step, reply }) => {
  const ended = await step(async ({ tx, viewer }) => {
    await endSession(tx, viewer.sessionId);
    return { ended: true };
  });
  clearSessionCookies(reply);
  return ended;
});

/** New tokens for the refresh cookie's (R-A6). `successorKey` derives them. */
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
    giveCookies(reply, renewed.tokens);
    return { expires_at: renewed.expiresAt };
  });
}
