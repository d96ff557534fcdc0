// Bounds what one person can ask of the database at the same time, so that one expensive reader does not hold up others.
// Everything here lives in the memory of one process: with several processes, each grants a person as much.
import type pg from 'pg';

/** Transactions of one person in flight at a time. */
export const inFlightMost = 4;
/** Transactions of one person that wait for one in flight to end. */
const waitingMost = 64;
/** Milliseconds that a transaction waits at most: a page that waited longer has been given up. */
const patience = 10_000;
/** Sessions whose person is remembered. */
const sessionsMost = 10_000;

/** One person asks for more at the same time than is granted. */
export class TooManyReads extends Error {
  readonly statusCode = 429;
  /** Seconds until another attempt makes sense. */
  readonly retryAfter = 2;

  constructor() {
    super('One person has too many reads in flight.');
  }
}

type Waiting = { since: number; go(): void; giveUp(error: Error): void };
type Person = { running: number; waiting: Waiting[] };

export class Readers {
  readonly #people = new Map<string, Person>();
  readonly #personOf = new Map<string, string>();

  /**
   * The key under which a session's reads are counted: its person, or the session itself until its first transaction has
   * told who that is. Grants nothing: the database looks the session up on every use.
   */
  keyOf(tokenHash: Buffer): string {
    const session = tokenHash.toString('base64');
    return this.#personOf.get(session) ?? session;
  }

  /** Notes whose session this is. */
  remember(tokenHash: Buffer, userId: string): void {
    const session = tokenHash.toString('base64');
    if (this.#personOf.has(session)) return;
    if (this.#personOf.size >= sessionsMost) this.#personOf.delete(this.#personOf.keys().next().value!);
    this.#personOf.set(session, userId);
  }

  /** Runs `work` when it is this person's turn. Throws TooManyReads when too many wait already, or it waited too long. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const person = this.#people.get(key) ?? { running: 0, waiting: [] };
    this.#people.set(key, person);
    if (person.running < inFlightMost) person.running += 1;
    else await this.#turn(person);
    try {
      return await work();
    } finally {
      this.#next(key, person);
    }
  }

  #turn(person: Person): Promise<void> {
    if (person.waiting.length >= waitingMost) throw new TooManyReads();
    return new Promise((go, giveUp) => person.waiting.push({ since: performance.now(), go, giveUp }));
  }

  // Hands the place on; the count changes only when no one takes it.
  #next(key: string, person: Person): void {
    for (;;) {
      const next = person.waiting.shift();
      if (!next) break;
      if (performance.now() - next.since < patience) return next.go();
      next.giveUp(new TooManyReads());
    }
    person.running -= 1;
    if (person.running === 0) this.#people.delete(key);
  }
}

const readers = new WeakMap<pg.Pool, Readers>();

/** The readers of a pool. */
export function readersOf(pool: pg.Pool): Readers {
  const made = readers.get(pool) ?? new Readers();
  readers.set(pool, made);
  return made;
}
