// Asking somebody who is signed in for the password once more. Limited by itself, not with sign-in: a stranger's failures
// never lock out the owner who has a session (R-A8).
import type { Turn } from '#platform/hashing/fair-queue.ts';
import { isRefused, refuse, type Step } from '#platform/http/bind.ts';
import { credentialsOf, ownAccount, settleTries, type Credentials } from '../store.ts';
import { passwordFits, withHashing } from './passwords.ts';
import { takeTries, tooManyTries } from './tries.ts';

/** Whether the password is the viewer's: nothing when it is, or the refusal. */
export async function refusedPassword(step: Step<'session'>, password: string) {
  const account = await step(async ({ tx, viewer }) => {
    const own = await ownAccount(tx, viewer.userId);
    return own ? ((await credentialsOf(tx, own.user.email)) ?? null) : null;
  });
  if (isRefused(account)) return account;
  if (account === null) return refuse('no_session');
  return withHashing({ key: `person ${account.user_id}`, isKnown: true }, (turn) =>
    checkInTurn(turn, step, account, password),
  );
}

async function checkInTurn(turn: Turn, step: Step<'session'>, account: Credentials, password: string) {
  const limit = { kind: 'password check', key: account.user_id, most: 5, minutes: 15 };
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

  const fits = await passwordFits(turn, account.password_hash ?? undefined, password).catch(
    async (error: unknown) => {
      await step(({ tx }) => settleTries(tx, tries.ids, 'given back'));
      throw error;
    },
  );
  const settled = await step(({ tx }) => settleTries(tx, tries.ids, fits ? 'given back' : 'failed'));
  if (isRefused(settled)) return settled;
  return fits ? undefined : refuse('wrong_password');
}

class SessionEnded extends Error {}
