import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { changePassword } from '../store.ts';
import { proveOwnPassword } from './own-password.ts';
import { hashPassword, newPasswordFault, withHashing } from './passwords.ts';

/** A new password for who knows the present one; every other session ends. */
export const changeOwnPassword = inSteps<(typeof operations)['PATCH /api/auth/user']>(
  async ({ step, input }) => {
    const { current_password, password } = input.body;
    const fault = newPasswordFault(password);
    if (fault) return refuse(fault);
    const proved = await proveOwnPassword(step, current_password);
    if (isRefused(proved)) return proved;
    const person = await step(({ viewer }) => Promise.resolve(viewer.userId));
    if (isRefused(person)) return person;
    const hashed = await withHashing({ key: `person ${person}`, isKnown: true }, (turn) =>
      hashPassword(turn, password),
    );
    if (isRefused(hashed)) return hashed;
    const ended = await step(({ tx, viewer }) => changePassword(tx, proved.proof, hashed, viewer.sessionId));
    if (isRefused(ended)) return ended;
    return ended === null ? refuse('no_session') : { ended };
  },
);
