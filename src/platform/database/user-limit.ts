// Limits the concurrent transactions of one user, so that one user's expensive queries do not hold up others. The state
// is in the memory of one process: with several processes, each of them applies the limit separately.
import type pg from 'pg';

/** The most transactions of one user in flight at a time. */
export const maxInFlight = 4;
/** The most transactions of one user that wait for one in flight to end. */
const maxWaiting = 64;
/** The longest wait in milliseconds. After that, the page has given up on its request. */
const maxWaitMs = 10_000;
/** The most sessions whose user is remembered. */
const maxSessions = 10_000;

/** A user has too many transactions waiting, or one that waited too long. */
export class TooManyTransactions extends Error {
  readonly statusCode = 429;
  /** Seconds to wait before a retry. */
  readonly retryAfter = 2;

  constructor() {
    super('One user has too many transactions in flight.');
  }
}

type Waiting = { since: number; resolve(): void; reject(error: Error): void };
type UserQueue = { running: number; waiting: Waiting[] };

export class UserLimit {
  readonly #queues = new Map<string, UserQueue>();
  readonly #userOf = new Map<string, string>();

  /**
   * The key that a session's transactions are counted under: its user, or the session itself until its first
   * transaction shows whose it is. Grants no access: the database looks up the session on every use.
   */
  keyOf(tokenHash: Buffer): string {
    const session = tokenHash.toString('base64');
    return this.#userOf.get(session) ?? session;
  }

  /** Remembers whose session this is. */
  remember(tokenHash: Buffer, userId: string): void {
    const session = tokenHash.toString('base64');
    if (this.#userOf.has(session)) return;
    if (this.#userOf.size >= maxSessions) this.#userOf.delete(this.#userOf.keys().next().value!);
    this.#userOf.set(session, userId);
  }

  /** Runs `work` when it is this user's turn. Throws TooManyTransactions if too many are waiting, or it waited too long. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] };
    this.#queues.set(key, queue);
    if (queue.running < maxInFlight) queue.running += 1;
    else await this.#turn(queue);
    try {
      return await work();
    } finally {
      this.#next(key, queue);
    }
  }

  #turn(queue: UserQueue): Promise<void> {
    if (queue.waiting.length >= maxWaiting) throw new TooManyTransactions();
    return new Promise((resolve, reject) =>
      queue.waiting.push({ since: performance.now(), resolve, reject }),
    );
  }

  // Passes the free slot to the next in line. The count changes only if no one is waiting.
  #next(key: string, queue: UserQueue): void {
    for (;;) {
      const next = queue.waiting.shift();
      if (!next) break;
      if (performance.now() - next.since < maxWaitMs) return next.resolve();
      next.reject(new TooManyTransactions());
    }
    queue.running -= 1;
    if (queue.running === 0) this.#queues.delete(key);
  }
}

const limits = new WeakMap<pg.Pool, UserLimit>();

/** The limit of a pool. */
export function userLimitOf(pool: pg.Pool): UserLimit {
  const existing = limits.get(pool) ?? new UserLimit();
  limits.set(pool, existing);
  return existing;
}
