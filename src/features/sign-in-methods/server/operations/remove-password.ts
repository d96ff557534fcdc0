import { logSecurity } from '#features/accounts/server/operations/security-log.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { removePassword } from '../authenticator-store.ts';
import type { OtherWays } from '../store.ts';
import { tellUser, type MailParts } from './tell-user.ts';

/**
 * Removes the password of an account that a passkey or the provider opens (R-Q3). An emailed link sets a new one, with a code of the second
 * factor (R-Q2).
 */
export const removeOwnPassword = (ways: OtherWays, mail: MailParts) =>
  inSteps<(typeof operations)['DELETE /api/auth/password']>(async ({ step, request }) => {
    const removed = await step(async ({ tx, viewer }) => {
      const outcome = await removePassword(tx, viewer.sessionId, ways);
      if (outcome !== 'removed') return refuse(refusalOf[outcome]);
      await tellUser(tx, mail, viewer, 'passwordRemoved');
      return { userId: viewer.userId };
    });
    if (isRefused(removed)) return removed;
    logSecurity(request.log, 'password removed', removed.userId);
    return { removed: true as const };
  });

const refusalOf = {
  'not found': 'not_found',
  'confirmation needed': 'confirmation_needed',
  'last way': 'last_way',
} as const;
