import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { clearSessionCookies } from '#platform/http/tokens.ts';
import type { operations } from '../../contract.ts';
import { endSession } from '../store.ts';

/** Ends one own session, its sockets too; the one of this request takes its cookies along. */
export const endOneSession = inSteps<(typeof operations)['DELETE /api/auth/sessions/:id']>(
  async ({ step, input, reply }) => {
    const ended = await step(async ({ tx, viewer }) => {
      if (!(await endSession(tx, input.params.id))) return refuse('not_found');
      return input.params.id === viewer.sessionId ? 'own' : 'other';
    });
    if (isRefused(ended)) return ended;
    if (ended === 'own') clearSessionCookies(reply);
    return { ended: true };
  },
);
