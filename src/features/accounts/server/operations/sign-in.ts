import type { FastifyRequest } from 'fastify';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { Turn } from '#platform/hashing/fair-queue.ts';
import { inSteps, isRefused, refuse, type Step } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { operations } from '../../contract.ts';
import { normalEmail } from '../../rules.ts';
import { passwordSalt, startByPassword } from '../session-store.ts';
import { settleTries } from '../store.ts';
import { knownDevice, rememberDevice } from './devices.ts';
import { proofOf, withHashing } from './passwords.ts';
import { enterStarted, giveCookies, newSession } from './sessions.ts';
import { addressBlock, deviceLimits, signInLimits, takeTries, tooManyTries, type Limit } from './tries.ts';

type SignIn = (typeof operations)['POST /api/auth/sign-in'];

/**
 * Opens a session for whoever knows the password. Says and costs the same for unknown addresses and wrong passwords
 * (R-A5); failures are limited (R-A8).
 */
export async function openByPassword(
  step: Step<'anyone'>,
  body: BodyOf<SignIn>,
  request: FastifyRequest,
  deviceKey: Buffer,
) {
  const email = normalEmail(body.email).slice(0, 300);
  const device = knownDevice(request, deviceKey, email);
  const caller = device
    ? { key: `device ${device}`, isKnown: true }
    : { key: `network ${addressBlock(request.ip)}`, isKnown: false };
  const limits = device ? deviceLimits(email, device) : signInLimits(email, request.ip);
  return withHashing(caller, (turn) => openInTurn(turn, step, { ...body, email }, limits, request));
}

async function openInTurn(
  turn: Turn,
  step: Step<'anyone'>,
  body: BodyOf<SignIn>,
  limits: Limit[],
  request: FastifyRequest,
) {
  const { email } = body;
  const tries = await takeTries(limits, async (work) => {
    const result = await step(({ tx }) => work(tx));
    if (isRefused(result)) throw new Error('An open operation asked for a session.');
    return result;
  });
  if ('wait' in tries) return tooManyTries(tries.wait);

  const salt = await step(({ tx }) => passwordSalt(tx, email));
  if (isRefused(salt)) return salt;
  const proof = await proofOf(turn, body.password, salt).catch(async (error: unknown) => {
    await step(({ tx }) => settleTries(tx, tries.ids, 'given back'));
    throw error;
  });
  return step(async ({ tx }) => {
    const { tokens, session } = newSession(request, knownTimeZone(body.timezone));
    const started = await startByPassword(tx, email, proof, session);
    await settleTries(tx, tries.ids, started ? 'given back' : 'failed');
    return started ? enterStarted(tx, tokens, started) : refuse('wrong_credentials');
  });
}

/** `deviceKey` makes the codes of devices that signed in before. */
export function signIn(deviceKey: Buffer) {
  return inSteps<SignIn>(async ({ step, input, request, reply }) => {
    const opened = await openByPassword(step, input.body, request, deviceKey);
    if (isRefused(opened)) return opened;
    giveCookies(reply, opened.tokens);
    rememberDevice(request, reply, deviceKey, opened.signedIn.user.email);
    return opened.signedIn;
  });
}
