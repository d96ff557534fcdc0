import { inSteps } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { removePassword } from '../authenticator-store.ts';
import type { OtherWays } from '../store.ts';
import { removeWay } from './remove-way.ts';
import type { MailParts } from './tell-user.ts';

/**
 * Removes the password of an account that a passkey or the provider opens (R-Q3). An emailed link sets a new one, with a code
 * of the second factor (R-Q2).
 */
export const removeOwnPassword = (ways: OtherWays, mail: MailParts) =>
  inSteps<(typeof operations)['DELETE /api/auth/password']>(({ step, request }) =>
    removeWay(
      { step, request, mail, change: 'passwordRemoved', event: 'password removed' },
      ({ tx, viewer }) => removePassword(tx, viewer.sessionId, ways),
    ),
  );
