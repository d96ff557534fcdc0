import type { FastifyRequest } from 'fastify';
import { addressBlock } from '#platform/http/address-block.ts';
import { newId } from '#platform/clock/id.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { hasMailbox } from '#platform/mail/mailer.ts';
import type { operations } from '../../contract.ts';
import { normalName } from '../../rules.ts';
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { createAccount, type NewAccount } from '../session-store.ts';
import type { AddressProofs } from './address-proofs.ts';
import { ifAdmitted, isAdmitted, withHitLimit, type Applicant } from './admission.ts';
import { rememberDevice } from './devices.ts';
import { hashPassword, newPasswordProblem, withHashing } from './passwords.ts';
import { enterStarted, setCookies, newSession } from './sessions.ts';
import { consumeAttempts, tooManyTries, settleAttempts, reserveAttempt } from '#platform/http/attempts.ts';
import { signUpHitLimit, signUpLimits } from './attempt-limits.ts';
import { sendVerification, type MailParts } from './verify.ts';

type SignUp = (typeof operations)['POST /api/auth/sign-up'];

/**
 * Creates user, profile, session and the verification email in one transaction (R-A2). The network's limits are checked
 * before hashing, because hashing is the cost of a flood of sign-ups. `deviceKey` signs device codes, as for sign-in.
 * An address that an emailed link proves is verified immediately (R-A3).
 */
export function signUp(parts: MailParts, deviceKey: Buffer, proofs: AddressProofs) {
  return inSteps<SignUp>(async ({ step, input, request, reply }) => {
    const { password, timezone, proof } = input.body;
    const fullName = normalName(input.body.full_name);
    if (fullName === null) return refuse('invalid_name');
    const sentTo = proof === undefined ? undefined : proofs.addressIn(proof, Date.now());
    if (proof !== undefined && sentTo === undefined && input.body.email === undefined)
      return refuse('proof_invalid');
    const email = normalEmail(input.body.email ?? sentTo ?? '');
    if (!isEmail(email)) return refuse('invalid_email');
    const proved = email === sentTo;
    const problem = newPasswordProblem(password);
    if (problem) return refuse(problem);

    const { config } = parts;
    const caller = { key: `network ${addressBlock(request.ip)}`, isKnown: false };
    const created = await withHashing(caller, async (turn) => {
      const refused = await step(({ tx }) => refuseBeforeHashing(tx, config, request.ip, { email, proved }));
      if (refused) return refused;
      const account = { email, password: await hashPassword(turn, password), fullName, proved };
      return step(({ tx }) => openAccount(tx, parts, request, account, knownTimeZone(timezone)));
    });
    if (isRefused(created)) return created;
    setCookies(reply, created.tokens);
    rememberDevice(request, reply, deviceKey, email);
    return created.signedIn;
  });
}

async function refuseBeforeHashing(tx: Tx, config: Config, ip: string, account: Applicant) {
  // Before the invitations are read, so that a network can probe only a few addresses.
  const refused = await consumeAttempts(tx, signUpLimits(config, ip));
  if (refused) return refused;
  if (!(await isAdmitted(tx, config, account))) return refuse('signups_closed');
  // Checks that hits are left. The hit of this sign-up is reserved when the account is created.
  const { attemptId, wait } = await reserveAttempt(tx, signUpHitLimit(ip));
  if (attemptId === null) return tooManyTries(wait);
  await settleAttempts(tx, [attemptId], 'released');
  return undefined;
}

type RequestedAccount = Omit<NewAccount, 'id' | 'verified'> & Applicant;

async function openAccount(
  tx: Tx,
  parts: MailParts,
  request: FastifyRequest,
  account: RequestedAccount,
  timeZone: string | null,
) {
  const { config } = parts;
  const { email, fullName, proved, password } = account;
  const id = newId();
  // With the open try-it mailbox, anyone at the machine can read emails, so the address counts as verified (R-A3).
  const verified = hasMailbox(config) || proved;
  const { tokens, session } = newSession(request, timeZone);
  const started = await ifAdmitted(tx, config, account, () =>
    withHitLimit(tx, request.ip, () =>
      createAccount(tx, { id, email, password, fullName, verified }, session),
    ),
  );
  if (isRefused(started)) return started;
  const opened = await enterStarted(tx, tokens, started);
  // Beyond the limit no email is sent. The banner's resend reports how long to wait.
  if (!verified)
    await sendVerification(tx, parts, { userId: id, fullName, email, extraId: null, ip: request.ip });
  return opened;
}
