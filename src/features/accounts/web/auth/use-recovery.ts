import { useEffect, useEffectEvent, useState } from 'react';
import { Problem } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import { recoveryTexts } from '../../texts.ts';
import { forgetMailedTokens, storeMailedToken, takeMailedToken } from './mailed-token.ts';
import { forgetSession } from '../session/session-end.ts';
import { call } from '../session/session.ts';

export type RecoveryState =
  | { at: 'no link' }
  /** `email`: the account's address, once the server has returned it. `undone`: the address was just restored. */
  | { at: 'new password'; token: string; email?: string; undone?: boolean }
  | { at: 'undo'; token: string }
  /** `renewable`: a new email with such a link can be requested. */
  | { at: 'refused'; title: string; description: string | undefined; renewable: boolean };

function initialState(): RecoveryState {
  const recover = takeMailedToken('recover');
  if (recover !== undefined) return { at: 'new password', token: recover };
  const undo = takeMailedToken('undo');
  return undo === undefined ? { at: 'no link' } : { at: 'undo', token: undo };
}

/** The recovery or undo link that opened this page, if any. It takes precedence over an existing session (R-A11). */
export function useRecovery() {
  const [state, setState] = useState(initialState);

  function refuse({ title, detail, code }: Problem) {
    forgetMailedTokens();
    setState({ at: 'refused', title, description: detail, renewable: code.startsWith('link_') });
  }

  const unchecked = state.at === 'new password' && !state.email ? state.token : undefined;
  const refused = useEffectEvent(refuse);
  useEffect(() => {
    if (unchecked === undefined) return undefined;
    const abort = new AbortController();
    call('POST /api/auth/recover/check', { body: { token: unchecked } }, abort.signal)
      .then(({ email }) => setState({ at: 'new password', token: unchecked, email }))
      .catch((error: unknown) => {
        // Without a response, the form is still shown. Submitting it then reports the error.
        if (abort.signal.aborted || !(error instanceof Problem)) return;
        if (error.code.startsWith('link_')) refused(error);
      });
    return () => abort.abort();
  }, [unchecked]);

  /** Restores the old address and continues with a new password, because the account has none now. */
  async function undo(token: string) {
    try {
      const { email, recover } = await call('POST /api/auth/undo-email-change', { body: { token } });
      await forgetSession();
      storeMailedToken('recover', recover);
      setState({ at: 'new password', token: recover, email, undone: true });
    } catch (error) {
      if (error instanceof Problem && error.code.startsWith('undo_')) refuse(error);
      else {
        const title = error instanceof Problem && error.code !== 'unknown' ? error.title : undefined;
        toast({ title: title ?? recoveryTexts.undo.failed, tone: 'danger' });
      }
    }
  }

  /** Discards the link without using it. */
  function leave() {
    forgetMailedTokens();
    setState({ at: 'no link' });
  }

  return { state, refuse, undo, leave };
}
