import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { isRefused, refuse } from '#platform/http/bind.ts';
import { ownAccount } from '../store.ts';
import { sendVerification, type MailParts } from './verify.ts';

/** The verification mail once more. */
export function resendVerification(parts: MailParts) {
  return async ({ tx, viewer }: { tx: Tx; viewer: Viewer }) => {
    const account = await ownAccount(tx, viewer.userId);
    if (!account) return refuse('no_session');
    const { email, email_verified } = account.user;
    if (email_verified) return { email, sent: false };
    const toProve = { userId: viewer.userId, fullName: account.profile.full_name, email, extraId: null };
    const sent = await sendVerification(tx, parts, toProve);
    return isRefused(sent) ? sent : { email, sent: true };
  };
}
