import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { clearSessionCookies } from '#platform/http/tokens.ts';
import type { operations } from '../../contract.ts';
import { endOtherSessions, endSession } from '../store.ts';
import { logSecurity } from './security-log.ts';

/** Ends one session of the viewer and its sockets. If it is the session of this request, clears the cookies, too. */
export const endOneSession = inSteps<(typeof operations)['DELETE /api/auth/sessions/:id']>(
  async ({ step, input, request, reply }) => {
    const ended = await step(async ({ tx, viewer }) => {
      if (!(await endSession(tx, input.params.id))) return refuse('not_found');
      logSecurity(request.log, 'sessions ended', viewer.userId);
      return input.params.id === viewer.sessionId ? 'current' : 'other';
    });
    if (isRefused(ended)) return ended;
    if (ended === 'current') clearSessionCookies(reply);
    return { ended: true };
  },
);

/** Ends all sessions of the viewer except the one of this request. */
export const endAllOtherSessions = inSteps<(typeof operations)['DELETE /api/auth/sessions']>(
  async ({ step, request }) =>
    step(async ({ tx, viewer }) => {
      logSecurity(request.log, 'sessions ended', viewer.userId);
      return { ended: await endOtherSessions(tx, viewer.userId, viewer.sessionId) };
    }),
);
