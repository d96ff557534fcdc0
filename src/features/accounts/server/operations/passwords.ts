// Hashing (R-A5): argon2id, 46 MiB, one pass, one lane. Never called inside a transaction, and only by a caller who has a
// place in the queue: hashing is the most expensive work that an anonymous caller can request.
import { randomBytes } from 'node:crypto';
import { parseOptions } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { Busy, FairQueue, type QueueCaller, type Turn } from '#platform/hashing/fair-queue.ts';
import { hashInThread } from '#platform/hashing/hash-threads.ts';
import { refuse, type Refused } from '#platform/http/bind.ts';
import { passwordFault } from '../../rules.ts';

// Algorithm 2 is argon2id; the library's enum exists at compile time only.
const strength = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

/** At most two hashes, 92 MiB, of which strangers get one: a flood of them leaves a core of a small machine to everyone else. */
const queue = new FairQueue({ running: 2, runningStrangers: 1, places: 64, placesPerKey: 16 });

// The list is ordered by how often a password was seen in leaks.
const common = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 3000),
);

/** Why a password cannot be set (R-A5), or null. */
export function newPasswordFault(password: string) {
  return (
    passwordFault(password) ?? (common.has(password.toLowerCase()) ? ('password_common' as const) : null)
  );
}

// What argon2 writes before the salt, as in its encoded hashes.
export const strengthPrefix = `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}`;

/**
 * A password as the database knows it: `salt` with algorithm and parameters, and `proof`, what argon2id makes of both.
 * The database keeps a keyed digest of the proof, so the proof exists only while a request checks a password.
 */
export type Password = { salt: string; proof: Buffer };

/** Runs an operation that hashes when it is its turn, or refuses because too many callers want that. */
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

/** A new password with its own salt. */
export async function hashPassword(turn: Turn, password: string): Promise<Password> {
  const salt = `${strengthPrefix}$${randomBytes(16).toString('base64').replace(/=+$/, '')}`;
  return { salt, proof: await proofOf(turn, password, salt) };
}

/** Shows the database that the caller knows the password of this salt. */
export function proofOf(turn: Turn, password: string, salt: string): Promise<Buffer> {
  const { memoryCost, timeCost, parallelism } = parseOptions(`${salt}$${'A'.repeat(43)}`);
  const bytes = Buffer.from(salt.slice(salt.lastIndexOf('$') + 1), 'base64');
  const options = { ...strength, memoryCost, timeCost, parallelism, salt: bytes };
  return turn(() => hashInThread({ password, options }));
}
