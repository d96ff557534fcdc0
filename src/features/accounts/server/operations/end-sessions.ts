import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { clearSessionCookies } from '#platform/http/tokens.ts';
import type { operations } from '../../contract.ts';
import { endOtherSessions, endSessionWithTokens } from '../store.ts';
import { logSecurity } from './security-log.ts';

/** Ends one session of the viewer with its sockets and the API tokens made in it. If it is the session of this request, also clears the cookies. */
export const endOneSession = inSteps<(typeof operations)['DELETE /api/auth/sessions/:id']>(
  async ({ step, input, request, reply }) => {
    const ended = await step(async ({ tx, viewer }) => {
      if (!(await endSessionWithTokens(tx, input.params.id))) return refuse('not_found');
      return { userId: viewer.userId, isCurrent: input.params.id === viewer.sessionId };
    });
    if (isRefused(ended)) return ended;
    logSecurity(request.log, 'sessions ended', ended.userId);
    if (ended.isCurrent) clearSessionCookies(reply);
    return { ended: true };
  },
);

/** Ends all sessions of the viewer except the one of this request. */
export const endAllOtherSessions = inSteps<(typeof operations)['DELETE /api/auth/sessions']>(
  async ({ step, request }) => {
    const done = await step(async ({ tx, viewer: { userId, sessionId } }) => ({
      userId,
      ended: await endOtherSessions(tx, sessionId),
    }));
    if (isRefused(done)) return done;
    if (done.ended > 0) logSecurity(request.log, 'sessions ended', done.userId);
    return { ended: done.ended };
  },
);
