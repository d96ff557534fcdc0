// Asks a signed-in user for the password again. Its limit is separate from that of sign-in: a stranger's failures never
// lock out an owner who has a session (R-A8).
import type { Turn } from '#platform/hashing/fair-queue.ts';
import { isRefused, refuse, type Step } from '#platform/http/bind.ts';
import { attempts as allowed } from '../../attempt-constants.ts';
import { isOwnPassword, passwordSalt } from '../session-store.ts';
import { ownAccount } from '../store.ts';
import { proofOf, strengthPrefix, withHashing } from './passwords.ts';
import { reserveAttempts, tooManyTries, settleAttempts } from '#platform/http/attempts.ts';

/** The proof of the viewer's password, or the refusal. Operations that need the password check the proof again. */
export async function proveOwnPassword(step: Step<'session'>, password: string) {
  const account = await step(async ({ tx, viewer }) => {
    const own = await ownAccount(tx, viewer.userId);
    return own
      ? { id: own.user.id, salt: await passwordSalt(tx, own.user.email, strengthPrefix) }
      : refuse('no_session');
  });
  if (isRefused(account)) return account;
  return withHashing({ key: `person ${account.id}`, isKnown: true }, (turn) =>
    proveInTurn(turn, step, account, password),
  );
}

async function proveInTurn(
  turn: Turn,
  step: Step<'session'>,
  account: { id: string; salt: string },
  password: string,
) {
  const limit = { kind: 'password check', key: account.id, ...allowed.passwordCheck };
  const attempts = await reserveAttempts([limit], async (work) => {
    const result = await step(({ tx }) => work(tx));
    if (isRefused(result)) throw new SessionEnded();
    return result;
  }).catch((error: unknown) => {
    if (error instanceof SessionEnded) return refuse('no_session');
    throw error;
  });
  if (isRefused(attempts)) return attempts;
  if ('wait' in attempts) return tooManyTries(attempts.wait);

  const proof = await proofOf(turn, password, account.salt).catch(async (error: unknown) => {
    await step(({ tx }) => settleAttempts(tx, attempts.ids, 'released'));
    throw error;
  });
  return step(async ({ tx }) => {
    const matches = await isOwnPassword(tx, proof);
    await settleAttempts(tx, attempts.ids, matches ? 'released' : 'failed');
    return matches ? { proof } : refuse('wrong_password');
  });
}

class SessionEnded extends Error {}
