import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { clearSessionCookies } from '#platform/http/tokens.ts';
import type { operations } from '../../contract.ts';
import { endSession } from '../store.ts';

/** Ends one session of the viewer and its sockets. If it is the session of this request, clears the cookies, too. */
export const endOneSession = inSteps<(typeof operations)['DELETE /api/auth/sessions/:id']>(
  async ({ step, input, reply }) => {
    const ended = await step(async ({ tx, viewer }) => {
      if (!(await endSession(tx, input.params.id))) return refuse('not_found');
      return input.params.id === viewer.sessionId ? 'current' : 'other';
    });
    if (isRefused(ended)) return ended;
    if (ended === 'current') clearSessionCookies(reply);
    return { ended: true };
  },
);
