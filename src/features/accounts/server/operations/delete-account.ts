// Deletes an account (R-A12): rows, sessions and unsent emails in one transaction, the files in a job that it enqueues.
// Paid subscriptions end before that, at the payment provider, so that no one pays for a deleted account.
import type { FastifyBaseLogger } from 'fastify';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { clearSessionCookies } from '#platform/http/tokens.ts';
import type { operations } from '../../contract.ts';
import { deleteAccount, mayDeleteAccount, type Deletion } from '../store.ts';
import { forgetDevice } from './devices.ts';
import { proveOwnPassword } from './own-password.ts';
import { logSecurity } from './security-log.ts';

type Operation = (typeof operations)['POST /api/functions/v1/delete-account'];

/** Ends the viewer's paid subscriptions. It calls another host, so no transaction may be open. False: it failed. */
export type EndPayments = (log: FastifyBaseLogger) => Promise<boolean>;
/** Undefined: the viewer pays for nothing. */
export type FindPayments = (tx: Tx, viewer: Viewer) => Promise<EndPayments | undefined>;

type Attempt = Deletion | { end: EndPayments };

export const deleteOwnAccount = (findPayments: FindPayments) =>
  inSteps<Operation>(async ({ step, input, request, reply }) => {
    let userId: string | undefined;
    /** Deletes, unless there are payments to end first. */
    const tryDelete = (proof: Buffer | null, haveEnded: boolean) =>
      step(async ({ tx, viewer }): Promise<Attempt> => {
        userId = viewer.userId;
        const end = haveEnded ? undefined : await findPayments(tx, viewer);
        if (!end) return deleteAccount(tx, viewer.sessionId, proof);
        const permission = await mayDeleteAccount(tx, viewer.sessionId, proof);
        return permission === 'allowed' ? { end } : permission;
      });
    let proof: Buffer | null = null;
    let deletion = await tryDelete(proof, false);
    if (deletion === 'password needed') {
      const password = input.body?.password;
      if (password === undefined) return refuse('password_needed');
      const proved = await proveOwnPassword(step, password);
      if (isRefused(proved)) return proved;
      proof = proved.proof;
      deletion = await tryDelete(proof, false);
    }
    if (isRefused(deletion)) return deletion;
    if (deletion === 'confirmation needed') return refuse('confirmation_needed');
    if (typeof deletion === 'object') {
      if (!(await deletion.end(request.log))) return refuse('subscription_not_canceled', { retryAfter: 60 });
      deletion = await tryDelete(proof, true);
      if (isRefused(deletion)) return deletion;
    }
    if (deletion === 'password needed') return refuse('wrong_password');
    if (deletion === 'deleted') logSecurity(request.log, 'account deleted', userId);
    clearSessionCookies(reply);
    forgetDevice(reply);
    return deletion === 'deleted' ? { deleted: true } : refuse('no_session');
  });
