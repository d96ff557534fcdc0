import type { FastifyRequest } from 'fastify';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import { inSteps, isRefused, refuse, type Step } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { operations } from '../../contract.ts';
import { normalEmail } from '../../rules.ts';
import { passwordSalt, startByPassword } from '../session-store.ts';
import { settleTries } from '../store.ts';
import { proofOf } from './passwords.ts';
import { enterStarted, giveCookies, newSession } from './sessions.ts';
import { signInLimits, takeTries, tooManyTries } from './tries.ts';

type SignIn = (typeof operations)['POST /api/auth/sign-in'];

/**
 * Opens a session for whoever knows the password. Says and costs the same for unknown addresses and wrong passwords
 * (R-A5); failures are limited (R-A8).
 */
export async function openByPassword(step: Step<'anyone'>, body: BodyOf<SignIn>, request: FastifyRequest) {
  const email = normalEmail(body.email).slice(0, 300);
  const tries = await takeTries(signInLimits(email, request.ip), async (work) => {
    const result = await step(({ tx }) => work(tx));
    if (isRefused(result)) throw new Error('An open operation asked for a session.');
    return result;
  });
  if ('wait' in tries) return tooManyTries(tries.wait);

  const salt = await step(({ tx }) => passwordSalt(tx, email));
  if (isRefused(salt)) return salt;
  const proof = await proofOf(body.password, salt);
  return step(async ({ tx }) => {
    const { tokens, session } = newSession(request, knownTimeZone(body.timezone));
    const started = await startByPassword(tx, email, proof, session);
    await settleTries(tx, tries.ids, started ? 'given back' : 'failed');
    return started ? enterStarted(tx, tokens, started) : refuse('wrong_credentials');
  });
}

export const signIn = inSteps<SignIn>(async ({ step, input, request, reply }) => {
  const opened = await openByPassword(step, input.body, request);
  if (isRefused(opened)) return opened;
  giveCookies(reply, opened.tokens);
  return opened.signedIn;
});
