// Hashing (R-A5): argon2id, 46 MiB, one pass, one lane. Never called inside a transaction, and only by a caller who has a
// place in the queue: hashing is the most expensive work that an anonymous caller can request.
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

export async function hashPassword(turn: Turn, password: string): Promise<string> {
  return (await turn(() => hashInThread({ password, options: strength }))) as string;
}

let decoy: Promise<string> | undefined;

/** Whether the password fits the hash. Without a hash (unknown address) the same work is done and the answer is no. */
export async function passwordFits(
  turn: Turn,
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  // Made in both cases: the first call after a start takes longer, whoever it is about.
  decoy ??= hashPassword(turn, 'nobody has this one');
  const nobodys = await decoy.catch((error: unknown) => {
    decoy = undefined;
    throw error;
  });
  const fits = await turn(() => hashInThread({ password, hash: passwordHash ?? nobodys }));
  return fits === true && passwordHash !== undefined;
}
