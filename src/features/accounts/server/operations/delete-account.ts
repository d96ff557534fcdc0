// The end of an account (R-A12): rows, sessions and what waits to be mailed go in one transaction, the bytes by a job of it.
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { clearSessionCookies } from '#platform/http/tokens.ts';
import type { operations } from '../../contract.ts';
import { deleteAccount, isSignInOlder } from '../store.ts';
import { forgetDevice } from './devices.ts';
import { refusedPassword } from './own-password.ts';

type Operation = (typeof operations)['POST /api/functions/v1/delete-account'];

/** Older sign-ins are asked for the password. */
const freshMinutes = 60;

export const deleteOwnAccount = inSteps<Operation>(async ({ step, input, reply }) => {
  const older = await step(({ tx, viewer }) => isSignInOlder(tx, viewer.sessionId, freshMinutes));
  if (isRefused(older)) return older;
  if (older !== false) {
    const password = input.body?.password;
    if (password === undefined) return refuse('password_needed');
    const refused = await refusedPassword(step, password);
    if (refused) return refused;
  }
  const deleted = await step(({ tx }) => deleteAccount(tx));
  if (isRefused(deleted)) return deleted;
  clearSessionCookies(reply);
  forgetDevice(reply);
  return deleted ? { deleted: true } : refuse('no_session');
});
