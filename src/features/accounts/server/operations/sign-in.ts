import type { FastifyRequest } from 'fastify';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import { inSteps, isRefused, refuse, type Step } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { operations } from '../../contract.ts';
import { normalEmail } from '../../rules.ts';
import { credentialsOf, isPasswordOf, settleTries } from '../store.ts';
import { passwordFits } from './passwords.ts';
import { giveCookies, openSession } from './sessions.ts';
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

  const credentials = await step(async ({ tx }) => (await credentialsOf(tx, email)) ?? null);
  if (isRefused(credentials)) return credentials;
  const fits = await passwordFits(credentials?.password_hash ?? undefined, body.password);
  return step(async ({ tx }) => {
    await settleTries(tx, tries.ids, fits ? 'given back' : 'failed');
    if (!fits || !credentials?.password_hash) return refuse('wrong_credentials');
    // Somebody may have set a new one while this one was looked at.
    const { user_id, password_hash } = credentials;
    if (!(await isPasswordOf(tx, user_id, password_hash))) return refuse('wrong_credentials');
    return openSession(tx, credentials.user_id, request, knownTimeZone(body.timezone));
  });
}

export const signIn = inSteps<SignIn>(async ({ step, input, request, reply }) => {
  const opened = await openByPassword(step, input.body, request);
  if (isRefused(opened)) return opened;
  giveCookies(reply, opened.tokens);
  return opened.signedIn;
});
