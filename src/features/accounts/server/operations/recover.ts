// A new password by a mailed link. The request notes a job and nothing else, so that it costs and says the same whether or
// not anybody has the address (R-A5); the job finds that out and mails.
import type { FastifyRequest } from 'fastify';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import type { operations } from '../../contract.ts';
import { isEmail, normalEmail } from '../../rules.ts';
import { recoveryMail } from '../mails.tsx';
import { applyRecovery, recoveryLink, startRecovery, type RecoveryState } from '../store.ts';
import { hashPassword, newPasswordFault } from './passwords.ts';
import { giveCookies, openSession } from './sessions.ts';
import { addressBlock, spendTries } from './tries.ts';
import type { MailParts } from './verify.ts';

export const recoveryMinutes = 30;

type Recover = (typeof operations)['POST /api/auth/recover'];
type Complete = (typeof operations)['POST /api/auth/recover/complete'];

export const recover = inSteps<Recover>(async ({ step, input, request }) => {
  const email = normalEmail(input.body.email);
  if (!isEmail(email)) return refuse('invalid_email');
  return step(({ tx }) => askForMail(tx, email, request));
});

async function askForMail(tx: Tx, email: string, request: FastifyRequest) {
  const refused = await spendTries(tx, [
    { kind: 'recovery', key: email, most: 3, minutes: 60 },
    { kind: 'recovery from', key: addressBlock(request.ip), most: 20, minutes: 60 },
  ]);
  if (refused) return refused;
  await tx.enqueue('send-recovery', { email });
  return { sent: true as const };
}

/** The job: mails the link if somebody has the address; older links stop working. */
export async function sendRecovery(tx: Tx, { config, mailer }: MailParts, email: string): Promise<void> {
  const token = newToken();
  const person = await startRecovery(tx, email, hashToken(token), recoveryMinutes);
  if (!person) return;
  const link = `${config.appUrl}/auth?recover=${token}`;
  const { user_id: about, full_name: fullName } = person;
  const mail = recoveryMail({ to: email, fullName, instanceName: config.instanceName, link });
  await mailer.post(tx, { ...mail, about });
}

/** Whose password a link sets, and whether it holds: asked by the page before anything is typed. */
export async function checkRecovery({ tx, input }: { tx: Tx; input: { body: { token: string } } }) {
  const { state, address } = await recoveryLink(tx, hashToken(input.body.token));
  return address === null ? refusedLink(state) : { email: address };
}

export const completeRecovery = inSteps<Complete>(async ({ step, input, request, reply }) => {
  const { token, password, timezone } = input.body;
  const fault = newPasswordFault(password);
  if (fault) return refuse(fault);
  // Looked at before, so that a bad link costs no hashing.
  const link = await step(({ tx }) => recoveryLink(tx, hashToken(token)));
  if (isRefused(link)) return link;
  if (link.state !== 'good') return refusedLink(link.state);

  const passwordHash = await hashPassword(password);
  const opened = await step(async ({ tx }) => {
    const { outcome, user_id } = await applyRecovery(tx, hashToken(token), passwordHash);
    if (outcome !== 'good' || user_id === null) return refusedLink(outcome);
    return openSession(tx, user_id, request, knownTimeZone(timezone));
  });
  if (isRefused(opened)) return opened;
  giveCookies(reply, opened.tokens);
  return opened.signedIn;
});

function refusedLink(state: RecoveryState) {
  if (state === 'expired') return refuse('link_expired');
  return refuse(state === 'replaced' ? 'link_replaced' : 'link_unknown');
}
