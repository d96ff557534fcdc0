// Answers of passkeys to challenges, checked in the order of their cost: the challenge, the passkey, the signature.
import type { Answered } from '#features/accounts/server/operations/sessions.ts';
import { isRefused, refuse, type Refused, type Step } from '#platform/http/bind.ts';
import type { Access } from '#platform/http/operation.ts';
import type { Assertion } from '../../contract.ts';
import { passkeyFor } from '../store.ts';
import type { Challenges } from './challenges.ts';
import { challengeIn, verifiedAssertion, type PasskeySite } from './passkey-site.ts';

export type Passkeys = { challenges: Challenges; site: PasskeySite };

/**
 * The answer, if a passkey of this site has given it to a live challenge for this. The database still has to spend the
 * challenge. What is wrong with an answer is the same refusal.
 */
export async function checkAnswer<A extends Access>(
  step: Step<A>,
  { challenges, site }: Passkeys,
  what: Parameters<Challenges['read']>[0],
  assertion: Assertion,
): Promise<Answered | Refused<'passkey_refused' | 'no_session'>> {
  const text = challengeIn(assertion.response.clientDataJSON);
  const challenge = text === null ? undefined : challenges.read(what, text, Date.now());
  if (text === null || !challenge || assertion.rawId !== assertion.id) return refuse('passkey_refused');
  const credential = Buffer.from(assertion.id, 'base64url');
  const found = await step(async ({ tx }) => ({ passkey: await passkeyFor(tx, credential) }));
  if (isRefused(found)) return found;
  const { passkey } = found;
  const { userHandle } = assertion.response;
  if (!passkey || (userHandle && userHandle !== userHandleOf(passkey.user_id)))
    return refuse('passkey_refused');
  const state = await verifiedAssertion(site, assertion, passkey, text);
  return state ? { credential, ...state, challenge } : refuse('passkey_refused');
}

/** What authenticators store of the user: the bytes of the id. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}
