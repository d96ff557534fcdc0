// Limits failed sign-ins exactly, even under parallel attempts (R-A8): an attempt is reserved before the password is
// checked and released if the password is right.
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { refuse, type Refused } from '#platform/http/bind.ts';
import { texts } from '../../texts.ts';
import { settleAttempts, reserveAttempt } from '../store.ts';

export type Limit = { kind: string; key: string; max: number; minutes: number };

export function signInLimits(email: string, ip: string): Limit[] {
  return [
    { kind: 'sign-in account', key: email, max: 5, minutes: 15 },
    { kind: 'sign-in address', key: addressBlock(ip), max: 20, minutes: 15 },
  ];
}

/** Replaces the sign-in limits for a device that signed in before: failures on other devices do not count here. */
export function deviceLimits(email: string, device: string): Limit[] {
  return [{ kind: 'sign-in device', key: `${device} ${email}`, max: 5, minutes: 15 }];
}

/** New accounts from one network. In try-it mode, local callers count as the operator and have no limit. */
export function signUpLimits(config: Pick<Config, 'mode'>, ip: string): Limit[] {
  if (isOperator(config, ip)) return [];
  return [{ kind: 'sign-up', key: addressBlock(ip), max: 60, minutes: 60 }];
}

/** Emails to unverified addresses from one network, over all recipients (R-A8). */
export function unverifiedMailLimits(config: Pick<Config, 'mode'>, ip: string): Limit[] {
  if (isOperator(config, ip)) return [];
  return [{ kind: 'mail to an unproved address', key: addressBlock(ip), max: 20, minutes: 24 * 60 }];
}

function isOperator({ mode }: Pick<Config, 'mode'>, ip: string): boolean {
  const block = addressBlock(ip);
  return mode === 'try' && (block === '127.0.0.1' || ip === '::1');
}

export const signUpHitLimit = (ip: string): Limit => ({
  kind: 'sign-up hit',
  key: addressBlock(ip),
  max: 5,
  minutes: 60,
});

export function tooManyTries(wait: number): Refused<'too_many_tries'> {
  const retryAfter = Math.max(1, wait);
  return refuse('too_many_tries', { retryAfter, detail: texts.retryIn(retryAfter) });
}

type Reservation = { ids: number[] } | { wait: number };

/** Reserves one attempt of each limit. If a limit refuses, releases those of the others. */
async function reserveAll(tx: Tx, limits: Limit[]): Promise<Reservation> {
  const ids: number[] = [];
  for (const limit of limits) {
    const { attemptId, wait } = await reserveAttempt(tx, limit);
    if (attemptId === null) {
      if (ids.length > 0) await settleAttempts(tx, ids, 'released');
      return { wait };
    }
    ids.push(attemptId);
  }
  return { ids };
}

const maxRounds = 100;
const pauseMs = 100;

/**
 * Reserves one attempt of each limit. Waits while pending attempts may still be released.
 * Returns their ids, or the seconds to wait. `inTransaction` runs one short transaction.
 */
export async function reserveAttempts(
  limits: Limit[],
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<Reservation> {
  for (let round = 0; round < maxRounds; round++) {
    const reserved = await inTransaction((tx) => reserveAll(tx, limits));
    if ('ids' in reserved || reserved.wait > 0) return reserved;
    await pause(pauseMs);
  }
  return { wait: 10 };
}

/** Counts one attempt against each limit, or refuses and counts none. */
export async function consumeAttempts(
  tx: Tx,
  limits: Limit[],
): Promise<Refused<'too_many_tries'> | undefined> {
  const reserved = await reserveAll(tx, limits);
  if ('wait' in reserved) return tooManyTries(reserved.wait);
  await settleAttempts(tx, reserved.ids, 'failed');
  return undefined;
}
