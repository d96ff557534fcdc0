import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { ownAccount } from '../store.ts';
import { sendVerification, type MailParts } from './verify.ts';

/** Sends the verification email again. */
export function resendVerification(parts: MailParts) {
  return inSteps<(typeof operations)['POST /api/auth/resend-verification']>(({ step, request }) =>
    step(async ({ tx, viewer }) => {
      const account = await ownAccount(tx, viewer.userId);
      if (!account) return refuse('no_session');
      const { email, email_verified } = account.user;
      if (email_verified) return { email, sent: false };
      const { full_name: fullName } = account.profile;
      const address = { userId: viewer.userId, fullName, email, extraId: null, ip: request.ip };
      const sent = await sendVerification(tx, parts, address);
      return isRefused(sent) ? sent : { email, sent: true };
    }),
  );
}
