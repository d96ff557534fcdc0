import { limits as tokenLimits } from '#features/api-tokens/constants.ts';
import { createToken } from '#features/api-tokens/server/operations/create-token.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { attempts } from '../../attempt-constants.ts';
import { cliScopes } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { readCode } from '../../rules.ts';
import { decideLogin, findLogin, lockLogin } from '../store.ts';
import type { LoginSecrets } from './login-codes.ts';

/** Finds a sign-in by the code that the user typed. Every code counts, before it is looked up. */
export function findCliLogin(secrets: LoginSecrets) {
  return inSteps<(typeof operations)['POST /api/cli_logins/find']>(({ step, input, request }) =>
    step(async ({ tx, viewer }) => {
      const block = addressBlock(request.ip);
      const refusal = await consumeAttempts(tx, [
        { kind: 'cli code', key: viewer.userId, ...attempts.code },
        { kind: 'cli code from', key: block, ...attempts.codeFromNetwork },
      ]);
      if (refusal) return refusal;
      const code = readCode(input.body.code);
      const login = code === undefined ? undefined : await findLogin(tx, secrets.hashCode(code));
      return login ? { ...login, same_network: addressBlock(login.ip) === block } : refuse('unknown_code');
    }),
  );
}

type Call = { tx: Tx; viewer: Viewer; id: string };

/** Creates the token that the program takes with its next question. */
export async function approveLogin(secrets: LoginSecrets, { tx, viewer, id }: Call) {
  const login = await lockLogin(tx, id);
  if (login === undefined) return refuse('not_found');
  if (login === 'over') return refuse('login_over');
  const body = { name: login.name, scopes: [...cliScopes], days: tokenLimits.defaultDays };
  const created = await createToken({ tx, viewer, body, source: 'cli' });
  // The name was decided when the sign-in began.
  if (isRefused(created))
    return refuse(created.code === 'confirmation_needed' ? created.code : 'too_many_tokens');
  await decideLogin(tx, id, secrets.sealToken(id, created.token));
  return { name: login.name };
}

export async function refuseLogin({ tx, id }: Omit<Call, 'viewer'>) {
  const login = await lockLogin(tx, id);
  if (login === undefined) return refuse('not_found');
  if (login === 'over') return refuse('login_over');
  await decideLogin(tx, id, null);
  return { name: login.name };
}
