import { useState } from 'react';
import { hasCode, Problem } from '#platform/http/client.ts';
import { toastOnNextPage } from '#ui/toast.ts';
import { verificationTexts as copy } from '../../session-texts.ts';
import { call } from '../session/session.ts';
import { forgetVerifyToken, takeVerifyToken } from '../auth/verify-link.ts';

export type VerificationState =
  | { at: 'no link' | 'needs session' }
  | { at: 'working' }
  /** `next` is the action offered to the user. */
  | { at: 'refused'; title: string; description?: string; next: 'go home' | 'change account' | 'try again' };

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
      const refused = refusalOf(error);
      // A link of another account is still valid: its owner may sign in next.
      if (refused.next === 'go home') forgetVerifyToken();
      setState(refused);
    }
  }
  return { state, verify };
}

function refusalOf(error: unknown): Extract<VerificationState, { at: 'refused' }> {
  if (!(error instanceof Problem) || !(error.code.startsWith('link_') || error.code === 'address_taken')) {
    const title = error instanceof Problem && error.code !== 'unknown' ? error.title : copy.failed;
    return { at: 'refused', title, next: 'try again' };
  }
  return {
    at: 'refused',
    title: error.title,
    ...(error.detail && { description: error.detail }),
    next: error.code === 'link_of_another' ? 'change account' : 'go home',
  };
}
