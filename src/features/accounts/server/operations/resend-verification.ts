import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { isRefused, refuse } from '#platform/http/bind.ts';
import { ownAccount } from '../store.ts';
import { unixSeconds } from './sessions.ts';
import { sendVerification, type MailParts } from './verify.ts';

/** The verification mail once more. */
export function resendVerification(parts: MailParts) {
  return async ({ tx, viewer }: { tx: Tx; viewer: Viewer }) => {
    const account = await ownAccount(tx, viewer.userId);
    if (!account) return refuse('no_session');
    const { email, email_verified } = account.user;
    if (email_verified) return { email, sent: false };
    const sent = await sendVerification(tx, parts, {
      ...account,
      session: { expires_at: unixSeconds(viewer.expiresAt) },
    });
    return isRefused(sent) ? sent : { email, sent: true };
  };
}
