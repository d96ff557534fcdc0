import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { hasPassword } from '../address-store.ts';
import { changePassword } from '../store.ts';
import { proveOwnPassword } from './own-password.ts';
import { logSecurity } from './security-log.ts';
import { refuseUnconfirmed } from './confirmed.ts';
import { hashPassword, newPasswordProblem, withHashing } from './passwords.ts';

/** Changes the password of a viewer who knows the current one. Ends all other sessions. */
export const changeOwnPassword = inSteps<(typeof operations)['PATCH /api/auth/user']>(
  async ({ step, input, request }) => {
    const { current_password, password } = input.body;
    const problem = newPasswordProblem(password);
    if (problem) return refuse(problem);
    const refused = await step(async ({ tx, viewer }) =>
      (await hasPassword(tx)) ? refuseUnconfirmed(tx, viewer) : refuse('no_password'),
    );
    if (refused) return refused;
    const proved = await proveOwnPassword(step, current_password);
    if (isRefused(proved)) return proved;
    const userId = await step(({ viewer }) => Promise.resolve(viewer.userId));
    if (isRefused(userId)) return userId;
    const hashed = await withHashing({ key: `person ${userId}`, isKnown: true }, (turn) =>
      hashPassword(turn, password),
    );
    if (isRefused(hashed)) return hashed;
    const ended = await step(({ tx, viewer }) => changePassword(tx, proved.proof, hashed, viewer.sessionId));
    if (isRefused(ended)) return ended;
    if (ended === null) return refuse('no_session');
    logSecurity(request.log, 'password changed', userId);
    return { ended };
  },
);
