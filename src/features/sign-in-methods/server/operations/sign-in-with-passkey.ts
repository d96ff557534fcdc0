import { rememberDevice } from '#features/accounts/server/operations/devices.ts';
import { logRefusedSignIn } from '#features/accounts/server/operations/security-log.ts';
import { enterByPasskey, setCookies } from '#features/accounts/server/operations/sessions.ts';
import { passkeyLimits, reserveForAnyone } from '#features/accounts/server/operations/attempt-limits.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import { settleAttempts, tooManyTries } from '#platform/http/attempts.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { checkAnswer, type Passkeys } from './answers.ts';

type SignIn = (typeof operations)['POST /api/auth/passkey'];

/**
 * Starts a session like a sign-in with a password. Failures count per network: an answer names no address that a stranger
 * could lock (R-A8). `deviceKey` signs the codes of devices that signed in before.
 */
export function signInWithPasskey(passkeys: Passkeys, deviceKey: Buffer) {
  return inSteps<SignIn>(async ({ step, input, request, reply }) => {
    const { assertion, timezone } = input.body;
    const attempts = await reserveForAnyone(step, passkeyLimits(request.ip));
    if ('wait' in attempts) {
      logRefusedSignIn(request.log, 'too_many_tries');
      return tooManyTries(attempts.wait);
    }
    const answer = await checkAnswer(step, passkeys, { purpose: 'sign-in' }, assertion);
    const opened = await step(async ({ tx }) => {
      const entered = isRefused(answer)
        ? undefined
        : await enterByPasskey(tx, request, answer, knownTimeZone(timezone));
      await settleAttempts(tx, attempts.ids, entered ? 'released' : 'failed');
      return entered ?? refuse('passkey_refused');
    });
    if (isRefused(opened)) {
      logRefusedSignIn(request.log, opened.code);
      return opened;
    }
    setCookies(reply, opened.tokens);
    rememberDevice(request, reply, deviceKey, opened.signedIn.user.email);
    return opened.signedIn;
  });
}
