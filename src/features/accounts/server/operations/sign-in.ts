import type { FastifyRequest } from 'fastify';
import { addressBlock } from '#platform/http/address-block.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { Turn } from '#platform/hashing/fair-queue.ts';
import { inSteps, isRefused, refuse, type Step } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { operations } from '../../contract.ts';
import { normalEmail } from '#platform/mail/address.ts';
import { passwordSalt, startByPassword } from '../session-store.ts';
import { codeRefusals, hashOfCode } from './codes.ts';
import { knownDevice, rememberDevice } from './devices.ts';
import { proofOf, strengthPrefix, withHashing } from './passwords.ts';
import { enterStarted, setCookies, newSession } from './sessions.ts';
import { logRefusedSignIn } from './security-log.ts';
import { tooManyTries, type Limit, settleAttempts } from '#platform/http/attempts.ts';
import { deviceLimits, reserveForAnyone, signInLimits } from './attempt-limits.ts';

const refusalOf = { wrong: 'wrong_credentials', ...codeRefusals } as const;

type SignIn = (typeof operations)['POST /api/auth/sign-in'];

/**
 * Opens a session for a caller who knows the password. Unknown addresses and wrong passwords get the same response in
 * the same time (R-A5). Failures are limited (R-A8).
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
  const codeHash = hashOfCode(body.code);
  const opened = await withHashing(caller, (turn) =>
    openInTurn(turn, step, { ...body, email, codeHash }, limits, request),
  );
  if (isRefused(opened)) logRefusedSignIn(request.log, opened.code);
  return opened;
}

async function openInTurn(
  turn: Turn,
  step: Step<'anyone'>,
  body: BodyOf<SignIn> & { codeHash: Buffer | null },
  limits: Limit[],
  request: FastifyRequest,
) {
  const { email, codeHash } = body;
  const attempts = await reserveForAnyone(step, limits);
  if ('wait' in attempts) return tooManyTries(attempts.wait);

  const salt = await step(({ tx }) => passwordSalt(tx, email, strengthPrefix));
  if (isRefused(salt)) return salt;
  const proof = await proofOf(turn, body.password, salt).catch(async (error: unknown) => {
    await step(({ tx }) => settleAttempts(tx, attempts.ids, 'released'));
    throw error;
  });
  return step(async ({ tx }) => {
    const { tokens, session } = newSession(request, knownTimeZone(body.timezone));
    const started = await startByPassword(tx, { email, proof, codeHash }, session);
    // A wrong code counts like a wrong password.
    const failed = started === 'wrong' || started === 'wrong code';
    await settleAttempts(tx, attempts.ids, failed ? 'failed' : 'released');
    return typeof started === 'object' ? enterStarted(tx, tokens, started) : refuse(refusalOf[started]);
  });
}

/** `deviceKey` signs the codes of devices that signed in before. */
export function signIn(deviceKey: Buffer) {
  return inSteps<SignIn>(async ({ step, input, request, reply }) => {
    const opened = await openByPassword(step, input.body, request, deviceKey);
    if (isRefused(opened)) return opened;
    setCookies(reply, opened.tokens);
    rememberDevice(request, reply, deviceKey, opened.signedIn.user.email);
    return opened.signedIn;
  });
}
