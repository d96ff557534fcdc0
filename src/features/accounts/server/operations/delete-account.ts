// Deletes an account (R-A12): rows, sessions and unsent emails in one transaction, the files in a job that it enqueues.
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { clearSessionCookies } from '#platform/http/tokens.ts';
import type { operations } from '../../contract.ts';
import { deleteAccount } from '../store.ts';
import { forgetDevice } from './devices.ts';
import { proveOwnPassword } from './own-password.ts';

type Operation = (typeof operations)['POST /api/functions/v1/delete-account'];

export const deleteOwnAccount = inSteps<Operation>(async ({ step, input, reply }) => {
  const tryDelete = (proof: Buffer | null) =>
    step(({ tx, viewer }) => deleteAccount(tx, viewer.sessionId, proof));
  let deletion = await tryDelete(null);
  if (deletion === 'password needed') {
    const password = input.body?.password;
    if (password === undefined) return refuse('password_needed');
    const proved = await proveOwnPassword(step, password);
    if (isRefused(proved)) return proved;
    deletion = await tryDelete(proved.proof);
  }
  if (isRefused(deletion)) return deletion;
  if (deletion === 'password needed') return refuse('wrong_password');
  clearSessionCookies(reply);
  forgetDevice(reply);
  return deletion === 'deleted' ? { deleted: true } : refuse('no_session');
});
