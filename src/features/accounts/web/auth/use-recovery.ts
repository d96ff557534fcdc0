import { useEffect, useEffectEvent, useState } from 'react';
import { Problem } from '#platform/http/client.ts';
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

export type Recovery = ReturnType<typeof useRecovery>;

function initialState(): RecoveryState {
  const recover = takeMailedToken('recover');
  if (recover !== undefined) return { at: 'new password', token: recover };
  const undo = takeMailedToken('undo');
  return undo === undefined ? { at: 'no link' } : { at: 'undo', token: undo };
}

/** The recovery or undo link that opened this page, if any. It takes precedence over an existing session (R-A11). */
export function useRecovery() {
  const [state, setState] = useState(initialState);

  /** Shows that the link is not valid, if that is the error. Rethrows all others. */
  function refuse(error: unknown) {
    if (!(error instanceof Problem && /^(link|undo)_/.test(error.code))) throw error;
    const { title, detail, code } = error;
    forgetMailedTokens();
    setState({ at: 'refused', title, description: detail, renewable: code.startsWith('link_') });
  }

  /** Calls the server with the link. If the link is not valid, shows that and resolves to undefined. */
  const withLink = <Result>(request: () => Promise<Result>): Promise<Result | void> =>
    request().catch(refuse);

  const unchecked = state.at === 'new password' && !state.email ? state.token : undefined;
  const refused = useEffectEvent(refuse);
  useEffect(() => {
    if (unchecked === undefined) return undefined;
    const abort = new AbortController();
    call('POST /api/auth/recover/check', { body: { token: unchecked } }, abort.signal)
      .finally(() => abort.signal.throwIfAborted())
      .then(({ email }) => setState({ at: 'new password', token: unchecked, email }))
      .catch(refused)
      // Without a response, the form is still shown. Submitting it then reports the error.
      .catch(() => undefined);
    return () => abort.abort();
  }, [unchecked]);

  /** Restores the old address and continues with a new password, because the account has none now. */
  async function undo(token: string) {
    const undone = await withLink(() => call('POST /api/auth/undo-email-change', { body: { token } }));
    if (!undone) return;
    await forgetSession();
    storeMailedToken('recover', undone.recover);
    setState({ at: 'new password', token: undone.recover, email: undone.email, undone: true });
  }

  /** Discards the link without using it. */
  function leave() {
    forgetMailedTokens();
    setState({ at: 'no link' });
  }

  return { state, withLink, undo, leave };
}
