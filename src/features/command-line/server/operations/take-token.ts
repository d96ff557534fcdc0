import { revokeToken } from '#features/api-tokens/server/operations/end-token.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { isApiToken } from '#platform/secrets/api-token.ts';
import { hashToken, isToken } from '#platform/secrets/secrets.ts';
import { takeLogin } from '../store.ts';
import type { LoginSecrets } from './login-codes.ts';

/** The token of an approved sign-in, once. */
export async function takeToken(secrets: LoginSecrets, tx: Tx, deviceCode: string) {
  const login = isToken(deviceCode) ? await takeLogin(tx, hashToken(deviceCode)) : undefined;
  if (!login) return refuse('expired_token');
  const { id, decision, sealed_token, email } = login;
  if (decision === null) return refuse('authorization_pending');
  if (decision === 'refused' || sealed_token === null || email === null) return refuse('access_denied');
  return { token: secrets.openToken(id, sealed_token), email };
}

/** Ends a token as its holder, who may always give it up. */
export async function giveUpToken(tx: Tx, token: string) {
  return { ended: isApiToken(token) && (await revokeToken(tx, token)) };
}
