import type { FastifyRequest } from 'fastify';
import { newId } from '#platform/clock/id.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { hasMailbox } from '#platform/mail/mailer.ts';
import type { operations } from '../../contract.ts';
import { isEmail, normalEmail, normalName } from '../../rules.ts';
import { startByAccount, type NewAccount } from '../session-store.ts';
import { anyAccount, holdFirstAccount, settleTries, takeTry } from '../store.ts';
import { rememberDevice } from './devices.ts';
import { hashPassword, newPasswordFault, withHashing } from './passwords.ts';
import { enterStarted, giveCookies, newSession } from './sessions.ts';
import { addressBlock, signUpHitLimit, signUpLimits, spendTries, tooManyTries } from './tries.ts';
import { sendVerification, type MailParts } from './verify.ts';

type SignUp = (typeof operations)['POST /api/auth/sign-up'];

/**
 * User, profile, session and the mail that asks for the proof in one transaction (R-A2). The limits of the caller's network
 * come before the hash, because hashing is what a flood of sign-ups costs. `deviceKey` is that of the sign-in.
 */
export function signUp(parts: MailParts, deviceKey: Buffer) {
  return inSteps<SignUp>(async ({ step, input, request, reply }) => {
    const { password, timezone } = input.body;
    const fullName = normalName(input.body.full_name);
    if (fullName === null) return refuse('invalid_name');
    const email = normalEmail(input.body.email);
    if (!isEmail(email)) return refuse('invalid_email');
    const fault = newPasswordFault(password);
    if (fault) return refuse(fault);

    const { config } = parts;
    const caller = { key: `network ${addressBlock(request.ip)}`, isKnown: false };
    const made = await withHashing(caller, async (turn) => {
      const refused = await step(({ tx }) => refusedBefore(tx, config, request.ip));
      if (refused) return refused;
      const wanted = { email, password: await hashPassword(turn, password), fullName };
      return step(({ tx }) => makeAccount(tx, parts, request, wanted, knownTimeZone(timezone)));
    });
    if (isRefused(made)) return made;
    giveCookies(reply, made.tokens);
    rememberDevice(request, reply, deviceKey, email);
    return made.signedIn;
  });
}

async function refusedBefore(tx: Tx, config: Config, ip: string) {
  if (config.signups === 'closed' && (await anyAccount(tx))) return refuse('signups_closed');
  const refused = await spendTries(tx, signUpLimits(config, ip));
  if (refused) return refused;
  // Whether hits are left. The one of this sign-up is taken with the account.
  const { tryId, wait } = await takeTry(tx, signUpHitLimit(ip));
  if (tryId === null) return tooManyTries(wait);
  await settleTries(tx, [tryId], 'given back');
  return undefined;
}

type Wanted = Omit<NewAccount, 'id' | 'verified'>;

async function makeAccount(
  tx: Tx,
  parts: MailParts,
  request: FastifyRequest,
  wanted: Wanted,
  timeZone: string | null,
) {
  const { config } = parts;
  const { email, fullName } = wanted;
  if (config.signups === 'closed') {
    // Closed sign-ups still admit the first person, the one who hosts it: exactly one, so they come one at a time.
    await holdFirstAccount(tx);
    if (await anyAccount(tx)) return refuse('signups_closed');
  }
  const id = newId();
  // Where the mailbox is open to whoever sits there, the address counts as verified (R-A3).
  const verified = hasMailbox(config);
  const { tokens, session } = newSession(request, timeZone);
  const started = await withHitLimit(tx, request.ip, () =>
    startByAccount(tx, { ...wanted, id, verified }, session),
  );
  if (isRefused(started)) return started;
  const opened = await enterStarted(tx, tokens, started);
  // Beyond the limit no mail goes out; the banner's resend says how long to wait.
  if (!verified)
    await sendVerification(tx, parts, { userId: id, fullName, email, extraId: null, ip: request.ip });
  return opened;
}

// The try is taken first and given back when the address was free: only hits count, and exactly.
async function withHitLimit<Made>(tx: Tx, ip: string, create: () => Promise<Made | undefined>) {
  const { tryId, wait } = await takeTry(tx, signUpHitLimit(ip));
  if (tryId === null) return tooManyTries(wait);
  const made = await create();
  await settleTries(tx, [tryId], made ? 'given back' : 'failed');
  return made ?? refuse('email_taken');
}
