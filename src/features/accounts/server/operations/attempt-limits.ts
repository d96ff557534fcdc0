// Limits of attempts to sign in, to sign up, and to have emails sent to unverified addresses (R-A8).
import type { Config } from '#platform/config/config.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { reserveAttempts, type Limit } from '#platform/http/attempts.ts';
import { isRefused, type Step } from '#platform/http/bind.ts';
import { attempts } from '../../attempt-constants.ts';

export function signInLimits(email: string, ip: string): Limit[] {
  return [
    { kind: 'sign-in account', key: email, ...attempts.signInToAccount },
    { kind: 'sign-in address', key: addressBlock(ip), ...attempts.signInFromNetwork },
  ];
}

/** Replaces the sign-in limits for a device that signed in before: failures on other devices do not count here. */
export function deviceLimits(email: string, device: string): Limit[] {
  return [{ kind: 'sign-in device', key: `${device} ${email}`, ...attempts.signInOnDevice }];
}

/** Answers of passkeys from one network. They name no account, so there is no limit that a stranger could use up for one. */
export function passkeyLimits(ip: string): Limit[] {
  return [{ kind: 'passkey from', key: addressBlock(ip), ...attempts.signInFromNetwork }];
}

/** Reserves one attempt of each limit, in an operation that needs no session. */
export function reserveForAnyone(step: Step<'anyone'>, limits: Limit[]) {
  return reserveAttempts(limits, async (work) => {
    const result = await step(({ tx }) => work(tx));
    if (isRefused(result)) throw new Error('An operation that needs no session was refused for lack of one.');
    return result;
  });
}

/** New accounts from one network. In try-it mode, local callers count as the operator and have no limit. */
export function signUpLimits(config: Pick<Config, 'mode'>, ip: string): Limit[] {
  if (isOperator(config, ip)) return [];
  return [{ kind: 'sign-up', key: addressBlock(ip), ...attempts.signUp }];
}

/** Emails to unverified addresses from one network, over all recipients (R-A8). */
export function unverifiedMailLimits(config: Pick<Config, 'mode'>, ip: string): Limit[] {
  if (isOperator(config, ip)) return [];
  return [{ kind: 'mail to an unproved address', key: addressBlock(ip), ...attempts.unverifiedMail }];
}

function isOperator({ mode }: Pick<Config, 'mode'>, ip: string): boolean {
  const block = addressBlock(ip);
  return mode === 'try' && (block === '127.0.0.1' || ip === '::1');
}

export const signUpHitLimit = (ip: string): Limit => ({
  kind: 'sign-up hit',
  key: addressBlock(ip),
  ...attempts.signUpHit,
});
