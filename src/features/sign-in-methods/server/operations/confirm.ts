// Confirms who uses a session (R-Q2): with a passkey of the account, or with the password, and a code if it has a second
// factor. Wrong codes count like wrong passwords. The session goes on whatever happens.
import { codeRefusals, type Codes } from '#features/accounts/server/operations/codes.ts';
import { describeViewer } from '#features/accounts/server/operations/read-signed-in-user.ts';
import { proveOwnPassword } from '#features/accounts/server/operations/own-password.ts';
import { logSecurity } from '#features/accounts/server/operations/security-log.ts';
import { attempts as allowed } from '#features/accounts/attempt-constants.ts';
import { reserveAttempt, settleAttempts, tooManyTries } from '#platform/http/attempts.ts';
import { inSteps, isRefused, refuse, type Step } from '#platform/http/bind.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { FastifyRequest } from 'fastify';
import type { Assertion, operations } from '../../contract.ts';
import { confirmByPasskey, confirmByPassword } from '../store.ts';
import { checkAnswer, type Passkeys } from './answers.ts';
import { userAgentOf } from './user-agent.ts';

type Confirm = (typeof operations)['POST /api/auth/confirm'];
type ByPassword = { password: string; code?: string | undefined };

export const confirm = (passkeys: Passkeys, codes: Codes) =>
  inSteps<Confirm>(async ({ step, input, request }) => {
    const { body } = input;
    const confirmed =
      'assertion' in body
        ? await byPasskey(step, passkeys, body.assertion, request)
        : await byPassword(step, codes, body);
    if (isRefused(confirmed)) return confirmed;
    logSecurity(request.log, 'session confirmed', confirmed.userId);
    return { confirmed: true as const };
  });

async function byPasskey(
  step: Step<'session'>,
  passkeys: Passkeys,
  assertion: Assertion,
  request: FastifyRequest,
) {
  const subject = await step(({ viewer }) => Promise.resolve(viewer.sessionId));
  if (isRefused(subject)) return subject;
  const answer = await checkAnswer(step, passkeys, { purpose: 'confirm', subject }, assertion);
  return step(({ tx, viewer }) =>
    counted(tx, viewer, async () => {
      const good =
        !isRefused(answer) && (await confirmByPasskey(tx, viewer.sessionId, answer, userAgentOf(request)));
      return good ? undefined : refuse('passkey_refused');
    }),
  );
}

async function byPassword(step: Step<'session'>, codes: Codes, { password, code }: ByPassword) {
  const proved = await proveOwnPassword(step, password);
  if (isRefused(proved)) return proved;
  return step(({ tx, viewer }) =>
    counted(tx, viewer, async () => {
      const account = await describeViewer(tx, viewer);
      const codeHash = await codes.read(tx, account?.user.email ?? '', code);
      const outcome = await confirmByPassword(tx, viewer.sessionId, proved.proof, codeHash);
      if (outcome === 'confirmed') return undefined;
      if (outcome === 'gone') return refuse('no_session');
      return refuse(outcome === 'wrong password' ? 'wrong_password' : codeRefusals[outcome]);
    }),
  );
}

/** Limits the failures of a user: one transaction at a time, so the count is exact. */
async function counted<R extends ReturnType<typeof refuse>>(
  tx: Tx,
  { userId }: Viewer,
  work: () => Promise<R | undefined>,
) {
  const { attemptId, wait } = await reserveAttempt(tx, {
    kind: 'confirmation',
    key: userId,
    ...allowed.passwordCheck,
  });
  if (attemptId === null) return tooManyTries(wait);
  const refused = await work();
  const failed = refused?.code === 'wrong_code' || refused?.code === 'passkey_refused';
  await settleAttempts(tx, [attemptId], failed ? 'failed' : 'released');
  return refused ?? { userId };
}
