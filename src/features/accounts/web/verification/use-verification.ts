import { useState } from 'react';
import { hasCode, Problem } from '#platform/http/client.ts';
import { toastOnNextPage } from '#ui/toast.ts';
import { verifyLinkTexts as copy } from '../../auth-texts.ts';
import { call } from '../session/session.ts';
import { forgetVerifyToken, takeVerifyToken } from '../auth/verify-link.ts';

export type VerificationState =
  | { at: 'no link' | 'needs session' }
  | { at: 'working' }
  | { at: 'refused'; error: unknown };

/**
 * Handles the verification link that opened this page, if any. `verify` uses the link with the current session, then
 * calls `onDone`. Without a link it calls `onDone` immediately.
 */
export function useVerification(onDone: () => void): {
  state: VerificationState;
  verify: () => Promise<void>;
} {
  const [token] = useState(takeVerifyToken);
  const [state, setState] = useState<VerificationState>(token ? { at: 'needs session' } : { at: 'no link' });

  async function verify() {
    if (!token) {
      onDone();
      return;
    }
    setState({ at: 'working' });
    try {
      const { email } = await call('POST /api/auth/verify', { body: { token } });
      forgetVerifyToken();
      toastOnNextPage(copy.done(email));
      onDone();
    } catch (error) {
      if (hasCode(error, 'no_session')) {
        setState({ at: 'needs session' });
        return;
      }
      // A link of another account is still valid: its owner may sign in next.
      if (error instanceof Problem && /^(link_(?!of_another)|address_taken)/.test(error.code))
        forgetVerifyToken();
      setState({ at: 'refused', error });
    }
  }
  return { state, verify };
}
