// Password hashing (R-A5): argon2id, 46 MiB, one pass, one lane. Runs outside transactions, and only for callers
// admitted by the queue: hashing is the most expensive work that an anonymous caller can request.
import { randomBytes } from 'node:crypto';
import { parseOptions } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { Busy, FairQueue, type QueueCaller, type Turn } from '#platform/hashing/fair-queue.ts';
import { hashInThread } from '#platform/hashing/hash-threads.ts';
import { refuse, type Refused } from '#platform/http/bind.ts';
import { limits } from '../../constants.ts';
import { passwordProblem } from '../../rules.ts';
import type { Password } from '../store.ts';

// Algorithm 2 is argon2id; the library's enum exists only at compile time.
const strength = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

/** At most two concurrent hashes, 92 MiB. Strangers get one: a flood leaves one core of a small machine free. */
const queue = new FairQueue({ running: 2, runningStrangers: 1, places: 64, placesPerKey: 16 });

// The list is ordered by how often a password was seen in leaks.
const common = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= limits.passwordMin).slice(0, 3000),
);

/** Why a new password is refused (R-A5), or null. */
export function newPasswordProblem(password: string) {
  return (
    passwordProblem(password) ?? (common.has(password.toLowerCase()) ? ('password_common' as const) : null)
  );
}

/** What precedes the salt in argon2's encoded hashes. */
export const strengthPrefix = `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}`;

/** How many operations that hash are running or waiting in this process. */
export function hashingQueueLength(): number {
  return queue.length;
}

/** Queues an operation that hashes and runs it in turn. Refuses when the queue is full. */
export async function withHashing<T>(
  caller: QueueCaller,
  work: (turn: Turn) => Promise<T>,
): Promise<T | Refused<'busy'>> {
  try {
    return await queue.enter(caller, work);
  } catch (error) {
    if (error instanceof Busy) return refuse('busy', { retryAfter: error.retryAfter });
    throw error;
  }
}

/** Hashes a new password with a fresh salt. */
export async function hashPassword(turn: Turn, password: string): Promise<Password> {
  const salt = `${strengthPrefix}$${randomBytes(16).toString('base64').replace(/=+$/, '')}`;
  return { salt, proof: await proofOf(turn, password, salt) };
}

/** The hash that proves to the database that the caller knows the password of this salt. */
export function proofOf(turn: Turn, password: string, salt: string): Promise<Buffer> {
  const { memoryCost, timeCost, parallelism } = parseOptions(`${salt}$${'A'.repeat(43)}`);
  const bytes = Buffer.from(salt.slice(salt.lastIndexOf('$') + 1), 'base64');
  const options = { ...strength, memoryCost, timeCost, parallelism, salt: bytes };
  return turn(() => hashInThread({ password, options }));
}
