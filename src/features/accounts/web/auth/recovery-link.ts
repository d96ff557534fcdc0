import { takeMailedToken } from './mailed-token.ts';

/** A link from an email that sets a new password, or undoes a change of the sign-in address. */
export type RecoveryLink = { kind: 'recover' | 'undo'; token: string };

/** The recovery or undo link that opened this page, if any. It takes precedence over an existing session (R-A11). */
export function takeRecoveryLink(): RecoveryLink | undefined {
  for (const kind of ['recover', 'undo'] as const) {
    const token = takeMailedToken(kind);
    if (token !== undefined) return { kind, token };
  }
  return undefined;
}
