// Password reset through an emailed link. The request only adds a job, so its cost and response do not depend on
// whether the address has an account (R-A5). Neither does the cost of the job, which runs after a random delay, so the
// server load after the request reveals nothing.
import type { FastifyRequest } from 'fastify';
import { addressBlock } from '#platform/http/address-block.ts';
import { newId } from '#platform/clock/id.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import type { operations } from '../../contract.ts';
import { shownName } from '../../name-rules.ts';
import { attempts } from '../../attempt-constants.ts';
import { limits } from '../../constants.ts';
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { dropMail } from '#platform/mail/mailer.ts';
import { recoveryMail, takenOverMail } from '../mails.tsx';
import { startByRecovery } from '../session-store.ts';
import { mailboxOf, recoveryLink, startRecovery, type RecoveryState } from '../store.ts';
import { codeRefusals } from './codes.ts';
import { rememberDevice } from './devices.ts';
import { hashPassword, newPasswordProblem, withHashing } from './passwords.ts';
import { logSecurity } from './security-log.ts';
import type { Keys } from './sign-in.ts';
import { enterStarted, setCookies, newSession } from './sessions.ts';
import { consumeAttempts, reserveAttempt, settleAttempts, tooManyTries } from '#platform/http/attempts.ts';
import type { MailParts } from './verify.ts';

const maxDelayMs = 2000;

type Recover = (typeof operations)['POST /api/auth/recover'];
type Complete = (typeof operations)['POST /api/auth/recover/complete'];

export const recover = inSteps<Recover>(async ({ step, input, request }) => {
  const email = normalEmail(input.body.email);
  if (!isEmail(email)) return refuse('invalid_email');
  return step(({ tx }) => requestMail(tx, email, request));
});

async function requestMail(tx: Tx, email: string, request: FastifyRequest) {
  const refused = await consumeAttempts(tx, [
    { kind: 'recovery', key: await mailboxOf(tx, email), ...attempts.recovery },
    { kind: 'recovery from', key: addressBlock(request.ip), ...attempts.recoveryFromNetwork },
    { kind: 'recovery day from', key: addressBlock(request.ip), ...attempts.recoveryOfDayFromNetwork },
  ]);
  if (refused) return refused;
  const runAt = new Date(Date.now() + Math.random() * maxDelayMs);
  await tx.enqueue('send-recovery', { email }, { runAt });
  return { sent: true as const };
}

/** The job: emails the link and voids older ones. If the address has no account, the email is written and dropped. */
export async function sendRecovery(tx: Tx, { config, mailer }: MailParts, email: string): Promise<void> {
  const token = newToken();
  const user = await startRecovery(tx, email, hashToken(token), limits.recoveryMinutes);
  const link = `${config.appUrl}/auth?recover=${token}`;
  const { full_name = 'Unknown', verified = false } = user ?? {};
  const name = shownName(full_name, verified ? email : null);
  const mail = recoveryMail({ to: email, name, instanceName: config.instanceName, link });
  const id = newId();
  await mailer.post(tx, { ...mail, id, ...(user && { about: user.user_id }) });
  if (!user) await dropMail(tx, id);
}

/** Whether a link is valid, and whose password it sets. The page asks before the user enters a password. */
export async function checkRecovery({ tx, input }: { tx: Tx; input: { body: { token: string } } }) {
  const { state, address } = await recoveryLink(tx, hashToken(input.body.token));
  return address === null ? refusedLink(state) : { email: address };
}

/**
 * Works even if sign-in is locked: the link identifies the user, together with a code if the account has a second factor
 * (R-Q2). If someone else could have had the account before, the owner of the address is notified of what was removed (R-A4).
 */
export function completeRecovery({ config, mailer }: MailParts, { deviceKey, codes }: Keys) {
  return inSteps<Complete>(async ({ step, input, request, reply }) => {
    const { token, password, timezone, code } = input.body;
    const tokenHash = hashToken(token);
    const problem = newPasswordProblem(password);
    if (problem) return refuse(problem);
    // Checked first, so that an invalid link costs no hashing.
    const link = await step(({ tx }) => recoveryLink(tx, tokenHash));
    if (isRefused(link)) return link;
    const { state, address } = link;
    if (address === null) return refusedLink(state);

    const hashed = await withHashing({ key: `recovery ${address}`, isKnown: true }, (turn) =>
      hashPassword(turn, password),
    );
    if (isRefused(hashed)) return hashed;
    const opened = await step(async ({ tx }) => {
      const { tokens, session } = newSession(request, knownTimeZone(timezone));
      const { attemptId, wait } = await reserveAttempt(tx, codeLimit(address));
      if (attemptId === null) return tooManyTries(wait);
      const proof = { tokenHash, codeHash: await codes.read(tx, address, code) };
      const { state, started, takenOver } = await startByRecovery(tx, proof, hashed, session);
      await settleAttempts(tx, [attemptId], state === 'wrong code' ? 'failed' : 'released');
      if (state === 'code needed' || state === 'wrong code') return refuse(codeRefusals[state]);
      if (!started) return refusedLink(state);
      const entered = await enterStarted(tx, tokens, started);
      const { instanceName, appUrl } = config;
      const mail = takenOverMail({
        to: entered.signedIn.user.email,
        instanceName,
        link: `${appUrl}/profile`,
      });
      if (takenOver) await mailer.post(tx, { ...mail, about: started.userId });
      return { ...entered, takenOver };
    });
    if (isRefused(opened)) return opened;
    logSecurity(request.log, 'password reset', opened.signedIn.user.id);
    setCookies(reply, opened.tokens);
    rememberDevice(request, reply, deviceKey, opened.signedIn.user.email);
    return { ...opened.signedIn, taken_over: opened.takenOver };
  });
}

/** Wrong codes with a link to this address count like wrong passwords. */
const codeLimit = (address: string) => ({ kind: 'recovery code', key: address, ...attempts.passwordCheck });

function refusedLink(state: RecoveryState) {
  if (state === 'expired') return refuse('link_expired');
  return refuse(state === 'replaced' ? 'link_replaced' : 'link_unknown');
}
