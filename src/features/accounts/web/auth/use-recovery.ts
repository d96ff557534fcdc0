import { useEffect, useEffectEvent, useState } from 'react';
import { Problem } from '#platform/http/client.ts';
import { forgetMailedTokens, storeMailedToken } from './mailed-token.ts';
import type { RecoveryLink } from './recovery-link.ts';
import { recoveryTexts } from '../../recovery-texts.ts';
import { forgetSession } from '../session/session-end.ts';
import { call } from '../session/session.ts';

export type RecoveryState =
  /** `email`: the account's address, once the server has returned it. `undone`: the address was just restored. */
  | { at: 'new password'; token: string; email?: string; undone?: boolean }
  | { at: 'undo'; token: string }
  /** `renewable`: a new email with such a link can be requested. */
  | { at: 'refused'; title: string; description: string | undefined; renewable: boolean };

export type Recovery = ReturnType<typeof useRecovery>;

/**
 * What became of a recovery or undo link. `passwords`: whether they open accounts here. If not, `onNoPassword` gets the
 * sentence to say above the other ways to sign in.
 */
export function useRecovery(
  { kind, token }: RecoveryLink,
  passwords: boolean,
  onNoPassword: (sentence: string) => void,
) {
  const [state, setState] = useState<RecoveryState>({ at: kind === 'undo' ? kind : 'new password', token });

  /** Shows that the link is not valid, if that is the error. Rethrows all others. */
  function refuse(error: unknown) {
    if (!(error instanceof Problem && /^(link_|undo_|passwords_off$)/.test(error.code))) throw error;
    const { title, detail, code } = error;
    forgetMailedTokens();
    if (code === 'passwords_off') return onNoPassword([title, detail].join(' '));
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

  /** Restores the old address and continues with a new password, because the account has none now, or with the other ways. */
  async function undo(token: string) {
    const undone = await withLink(() => call('POST /api/auth/undo-email-change', { body: { token } }));
    if (!undone) return;
    await forgetSession();
    if (!passwords) {
      forgetMailedTokens();
      return onNoPassword(recoveryTexts.undo.doneWithoutPasswords(undone.email));
    }
    storeMailedToken('recover', undone.recover);
    setState({ at: 'new password', token: undone.recover, email: undone.email, undone: true });
  }

  return { state, withLink, undo };
}
