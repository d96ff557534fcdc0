import type { FastifyRequest } from 'fastify';
import { addressBlock } from '#platform/http/address-block.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { Turn } from '#platform/hashing/fair-queue.ts';
import { inSteps, isRefused, refuse, type Step } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { operations } from '../../contract.ts';
import { normalEmail } from '#platform/mail/address.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import { passwordSalt, startByPassword, startOnDevice, storeDevice } from '../session-store.ts';
import { codeRefusals, type Codes } from './codes.ts';
import { knownDevice, rememberDevice, type KnownDevice } from './devices.ts';
import { proofOf, strengthPrefix, withHashing } from './passwords.ts';
import { enterStarted, setCookies, newSession } from './sessions.ts';
import { logRefusedSignIn } from './security-log.ts';
import { tooManyTries, type Limit, settleAttempts } from '#platform/http/attempts.ts';
import { deviceLimits, reserveForAnyone, signInLimits } from './attempt-limits.ts';

const refusalOf = { wrong: 'wrong_credentials', ...codeRefusals } as const;

type SignIn = (typeof operations)['POST /api/auth/sign-in'];

export type Keys = {
  /** Signs the codes of devices that signed in before. */
  deviceKey: Buffer;
  codes: Codes;
};

/**
 * Opens a session for a caller who knows the password. Unknown addresses and wrong passwords get the same response in
 * the same time (R-A5). Failures are limited (R-A8). `remember`: the secret of a device that the user wants
 * remembered.
 */
export async function openByPassword(
  step: Step<'anyone'>,
  body: Omit<BodyOf<SignIn>, 'remember'>,
  request: FastifyRequest,
  { deviceKey, codes, remember }: Keys & { remember?: string | undefined },
) {
  const email = normalEmail(body.email).slice(0, 300);
  const device = knownDevice(request, deviceKey, email);
  const caller = device
    ? { key: `device ${device.id}`, isKnown: true }
    : { key: `network ${addressBlock(request.ip)}`, isKnown: false };
  const limits = device ? deviceLimits(email, device.id) : signInLimits(email, request.ip);
  const opened = await withHashing(caller, (turn) =>
    openInTurn(turn, step, { ...body, email, device, remember }, { limits, codes }, request),
  );
  if (isRefused(opened)) logRefusedSignIn(request.log, opened.code);
  return opened;
}

async function openInTurn(
  turn: Turn,
  step: Step<'anyone'>,
  body: Omit<BodyOf<SignIn>, 'remember'> & { device: KnownDevice | null; remember?: string | undefined },
  { limits, codes }: { limits: Limit[]; codes: Codes },
  request: FastifyRequest,
) {
  const { email, device, remember } = body;
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
    const codeHash = await codes.read(tx, email, body.code);
    const proofs = { email, proof, codeHash };
    const byPassword = await startByPassword(tx, proofs, session);
    const remembered =
      byPassword === 'code needed' && device?.secret !== undefined
        ? await startOnDevice(tx, proofs, hashToken(device.secret), session)
        : undefined;
    const started = remembered ?? byPassword;
    // A wrong code counts like a wrong password.
    const failed = started === 'wrong' || started === 'wrong code';
    await settleAttempts(tx, attempts.ids, failed ? 'failed' : 'released');
    if (typeof started === 'string') return refuse(refusalOf[started]);
    const entered = await enterStarted(tx, tokens, started);
    const isRemembered = remember !== undefined && codeHash !== null;
    if (isRemembered) await storeDevice(tx, hashToken(remember), session.userAgent);
    return { ...entered, isRemembered };
  });
}

export function signIn(keys: Keys) {
  return inSteps<SignIn>(async ({ step, input, request, reply }) => {
    const { remember: wants, ...body } = input.body;
    const remember = wants === true ? newToken() : undefined;
    const opened = await openByPassword(step, body, request, { ...keys, remember });
    if (isRefused(opened)) return opened;
    setCookies(reply, opened.tokens);
    const secret = opened.isRemembered ? remember : undefined;
    rememberDevice(request, reply, keys.deviceKey, opened.signedIn.user.email, secret);
    return opened.signedIn;
  });
}
