// A new password by a mailed link. The request adds a job and nothing else, so that it costs and answers the same whether or
// not the address has an account (R-A5). The job costs the same as well, and runs a random while later: the load of the
// server after the request does not show which of the two it was.
import type { FastifyRequest } from 'fastify';
import { newId } from '#platform/clock/id.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import type { operations } from '../../contract.ts';
import { isEmail, normalEmail } from '../../rules.ts';
import { recoveryMail } from '../mails.tsx';
import { startByRecovery } from '../session-store.ts';
import { dropMail, recoveryLink, startRecovery, type RecoveryState } from '../store.ts';
import { rememberDevice } from './devices.ts';
import { hashPassword, newPasswordFault, withHashing } from './passwords.ts';
import { enterStarted, giveCookies, newSession } from './sessions.ts';
import { addressBlock, spendTries } from './tries.ts';
import type { MailParts } from './verify.ts';

export const recoveryMinutes = 30;
const latestMs = 2000;

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
    { kind: 'recovery day from', key: addressBlock(request.ip), most: 50, minutes: 24 * 60 },
  ]);
  if (refused) return refused;
  const runAt = new Date(Date.now() + Math.random() * latestMs);
  await tx.enqueue('send-recovery', { email }, { runAt });
  return { sent: true as const };
}

/** The job: mails the link if the address has an account, and older links stop working. Otherwise the mail is dropped. */
export async function sendRecovery(tx: Tx, { config, mailer }: MailParts, email: string): Promise<void> {
  const token = newToken();
  const person = await startRecovery(tx, email, hashToken(token), recoveryMinutes);
  const link = `${config.appUrl}/auth?recover=${token}`;
  const fullName = person?.full_name ?? 'Nobody';
  const mail = recoveryMail({ to: email, fullName, instanceName: config.instanceName, link });
  const id = newId();
  await mailer.post(tx, { ...mail, id, ...(person && { about: person.user_id }) });
  if (!person) await dropMail(tx, id);
}

/** Whose password a link sets, and whether it holds: asked by the page before anything is typed. */
export async function checkRecovery({ tx, input }: { tx: Tx; input: { body: { token: string } } }) {
  const { state, address } = await recoveryLink(tx, hashToken(input.body.token));
  return address === null ? refusedLink(state) : { email: address };
}

/** A locked sign-in does not matter here: the link proves who asks. `deviceKey` is that of the sign-in. */
export function completeRecovery(deviceKey: Buffer) {
  return inSteps<Complete>(async ({ step, input, request, reply }) => {
    const { token, password, timezone } = input.body;
    const fault = newPasswordFault(password);
    if (fault) return refuse(fault);
    // Looked at before, so that a bad link costs no hashing.
    const link = await step(({ tx }) => recoveryLink(tx, hashToken(token)));
    if (isRefused(link)) return link;
    if (link.state !== 'good') return refusedLink(link.state);

    const hashed = await withHashing({ key: `recovery ${link.address}`, isKnown: true }, (turn) =>
      hashPassword(turn, password),
    );
    if (isRefused(hashed)) return hashed;
    const opened = await step(async ({ tx }) => {
      const { tokens, session } = newSession(request, knownTimeZone(timezone));
      const { state, started } = await startByRecovery(tx, hashToken(token), hashed, session);
      return started ? enterStarted(tx, tokens, started) : refusedLink(state);
    });
    if (isRefused(opened)) return opened;
    giveCookies(reply, opened.tokens);
    rememberDevice(request, reply, deviceKey, opened.signedIn.user.email);
    return opened.signedIn;
  });
}

function refusedLink(state: RecoveryState) {
  if (state === 'expired') return refuse('link_expired');
  return refuse(state === 'replaced' ? 'link_replaced' : 'link_unknown');
}
