import { useState } from 'react';
import { Problem } from '#platform/http/client.ts';
import { toastOnNextPage } from '#ui/toast.ts';
import { texts } from '../../texts.ts';
import { call } from '../session/session.ts';
import { forgetVerifyToken, takeVerifyToken } from './verify-link.ts';

const words = texts.verification;

export type VerificationState =
  | { at: 'no link' | 'needs session' }
  | { at: 'working' }
  /** `next` is what the person can do about it. */
  | { at: 'refused'; title: string; description?: string; next: 'go home' | 'change account' | 'try again' };

/**
 * The link that this page was opened by, if any. `verify` uses it with the session that is there and then calls `onDone`;
 * without a link it calls `onDone` at once.
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
      toastOnNextPage(words.done(email));
      onDone();
    } catch (error) {
      if (error instanceof Problem && error.status === 401) {
        setState({ at: 'needs session' });
        return;
      }
      const refused = refusalOf(error);
      // Another account's link is good still: its owner may sign in next.
      if (refused.next === 'go home') forgetVerifyToken();
      setState(refused);
    }
  }
  return { state, verify };
}

function refusalOf(error: unknown): Extract<VerificationState, { at: 'refused' }> {
  if (!(error instanceof Problem) || !(error.code.startsWith('link_') || error.code === 'address_taken')) {
    const title = error instanceof Problem && error.code !== 'unknown' ? error.title : words.failed;
    return { at: 'refused', title, next: 'try again' };
  }
  return {
    at: 'refused',
    title: error.title,
    ...(error.detail && { description: error.detail }),
    next: error.code === 'link_of_another' ? 'change account' : 'go home',
  };
}
