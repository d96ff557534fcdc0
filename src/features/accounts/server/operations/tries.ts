// Failed sign-ins are limited exactly, also when many are tried at once (R-A8): a try is taken before the password is
// looked at and given back when it was right.
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { refuse, type Refused } from '#platform/http/bind.ts';
import { texts } from '../../texts.ts';
import { settleTries, takeTry } from '../store.ts';

export type Limit = { kind: string; key: string; most: number; minutes: number };

export { addressBlock };

export function signInLimits(email: string, ip: string): Limit[] {
  return [
    { kind: 'sign-in account', key: email, most: 5, minutes: 15 },
    { kind: 'sign-in address', key: addressBlock(ip), most: 20, minutes: 15 },
  ];
}

/** In place of the above for a device that signed in before: failures elsewhere use up nothing of it. */
export function deviceLimits(email: string, device: string): Limit[] {
  return [{ kind: 'sign-in device', key: `${device} ${email}`, most: 5, minutes: 15 }];
}

/** New accounts from one network. In the try-it mode those at the machine itself are its operator. */
export function signUpLimits(config: Pick<Config, 'mode'>, ip: string): Limit[] {
  if (isOperator(config, ip)) return [];
  return [{ kind: 'sign-up', key: addressBlock(ip), most: 60, minutes: 60 }];
}

/** Mails to addresses that nobody has proved, over all recipients (R-A8). */
export function unprovedMailLimits(config: Pick<Config, 'mode'>, ip: string): Limit[] {
  if (isOperator(config, ip)) return [];
  return [{ kind: 'mail to an unproved address', key: addressBlock(ip), most: 20, minutes: 24 * 60 }];
}

function isOperator({ mode }: Pick<Config, 'mode'>, ip: string): boolean {
  const block = addressBlock(ip);
  return mode === 'try' && (block === '127.0.0.1' || ip === '::1');
}

export const signUpHitLimit = (ip: string): Limit => ({
  kind: 'sign-up hit',
  key: addressBlock(ip),
  most: 5,
  minutes: 60,
});

export function tooManyTries(wait: number): Refused<'too_many_tries'> {
  const retryAfter = Math.max(1, wait);
  return refuse('too_many_tries', { retryAfter, detail: texts.retryIn(retryAfter) });
}

type Taken = { ids: number[] } | { wait: number };

async function takeAll(tx: Tx, limits: Limit[]): Promise<Taken & { given: number[] }> {
  const ids: number[] = [];
  for (const limit of limits) {
    const { tryId, wait } = await takeTry(tx, limit);
    if (tryId === null) return { wait, given: ids };
    ids.push(tryId);
  }
  return { ids, given: [] };
}

const patience = 100;
const pauseMs = 100;

/**
 * Takes one try of each limit, waiting while tries under way may still give theirs back.
 * Answers their ids, or the seconds to wait. `inTransaction` runs one short transaction.
 */
export async function takeTries(
  limits: Limit[],
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<Taken> {
  for (let round = 0; round < patience; round++) {
    const taken = await inTransaction(async (tx) => {
      const result = await takeAll(tx, limits);
      if (result.given.length > 0) await settleTries(tx, result.given, 'given back');
      return result;
    });
    if ('ids' in taken) return { ids: taken.ids };
    if (taken.wait > 0) return { wait: taken.wait };
    await pause(pauseMs);
  }
  return { wait: 10 };
}

/** Takes one try of each limit for good, or refuses and gives back those that it had. */
export async function spendTries(tx: Tx, limits: Limit[]): Promise<Refused<'too_many_tries'> | undefined> {
  const taken = await takeAll(tx, limits);
  if (!('ids' in taken)) {
    await settleTries(tx, taken.given, 'given back');
    return tooManyTries(taken.wait);
  }
  await settleTries(tx, taken.ids, 'failed');
  return undefined;
}
