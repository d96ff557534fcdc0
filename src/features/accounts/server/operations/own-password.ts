// Asking somebody who is signed in for the password once more. Limited by itself, not with sign-in: a stranger's failures
// never lock out the owner who has a session (R-A8).
import type { Turn } from '#platform/hashing/fair-queue.ts';
import { isRefused, refuse, type Step } from '#platform/http/bind.ts';
import { isOwnPassword, passwordSalt } from '../session-store.ts';
import { ownAccount, settleTries } from '../store.ts';
import { proofOf, withHashing } from './passwords.ts';
import { takeTries, tooManyTries } from './tries.ts';

/** The proof of the viewer's password, or the refusal. Operations that need the password take the proof and check it again. */
export async function proveOwnPassword(step: Step<'session'>, password: string) {
  const account = await step(async ({ tx, viewer }) => {
    const own = await ownAccount(tx, viewer.userId);
    return own ? { id: own.user.id, salt: await passwordSalt(tx, own.user.email) } : refuse('no_session');
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
  const limit = { kind: 'password check', key: account.id, most: 5, minutes: 15 };
  const tries = await takeTries([limit], async (work) => {
    const taken = await step(({ tx }) => work(tx));
    if (isRefused(taken)) throw new SessionEnded();
    return taken;
  }).catch((error: unknown) => {
    if (error instanceof SessionEnded) return refuse('no_session');
    throw error;
  });
  if (isRefused(tries)) return tries;
  if ('wait' in tries) return tooManyTries(tries.wait);

  const proof = await proofOf(turn, password, account.salt).catch(async (error: unknown) => {
    await step(({ tx }) => settleTries(tx, tries.ids, 'given back'));
    throw error;
  });
  return step(async ({ tx }) => {
    const fits = await isOwnPassword(tx, proof);
    await settleTries(tx, tries.ids, fits ? 'given back' : 'failed');
    return fits ? { proof } : refuse('wrong_password');
  });
}

class SessionEnded extends Error {}
