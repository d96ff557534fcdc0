// A bounded queue for work that costs other callers time, such as requests in progress. Few jobs run concurrently, few
// callers wait, and the caller with the least recent use goes next, so a flood from some networks delays only those.

/** The caller got no place: too many are waiting, or a caller with higher priority took the place. */
export class Busy extends Error {
  /** Seconds. */
  readonly retryAfter = 5;

  constructor() {
    super('Too many callers are waiting for this work.');
    this.name = 'Busy';
  }
}

export type QueueCaller = {
  /** Who shares one quota: a network, a device, or a user. */
  key: string;
  /** Has signed in before. Has priority over strangers while its own use is moderate. */
  isKnown: boolean;
};

/** Runs a job when it is the caller's turn. Rejects with `Busy` when the caller has lost its place. */
export type Turn = <T>(job: () => Promise<T>) => Promise<T>;

type Place = QueueCaller & {
  order: number;
  isRunning: boolean;
  /** Whether the running job counts as a stranger's. */
  runsAsStranger: boolean;
  isLost: boolean;
  /** Set while waiting for a turn. */
  waiting: PromiseWithResolvers<void> | undefined;
};

/** The places of one key. */
type Group = {
  places: number;
  running: number;
  /** Those that wait for a turn, oldest first. */
  waiting: Place[];
};

export type QueueLimits = {
  /** Jobs that run concurrently. */
  running: number;
  /** How many of these may belong to one key. */
  runningPerKey?: number;
  /** The same while no other key has used the queue for `aloneMs`: there is no one to protect. */
  runningAlone?: number;
  /** How many of these may be strangers' jobs. The rest is reserved for known callers. */
  runningStrangers?: number;
  /** Callers in the queue, including running ones. */
  places: number;
  placesPerKey: number;
};

/** A known caller with more recent use is treated as a stranger. About one sign-in per second, continuously. */
const moderateUse = 40;
/** Longer than a user reads before the next click. */
const aloneMs = 120_000;

export class FairQueue {
  readonly #limits: Required<QueueLimits>;
  readonly #places = new Set<Place>();
  readonly #groups = new Map<string, Group>();
  readonly #use = new RecentUse();
  #running = 0;
  #runningStrangers = 0;
  #order = 0;

  constructor(limits: QueueLimits) {
    const { running, runningPerKey = running } = limits;
    this.#limits = { runningPerKey, runningAlone: runningPerKey, runningStrangers: running, ...limits };
  }

  /** Callers in the queue, including running ones. */
  get length(): number {
    return this.#places.size;
  }

  /**
   * Holds a place while `work` runs. `work` may take several turns, with other work in between. Throws `Busy` without
   * calling `work` when there is no place.
   */
  async enter<T>(caller: QueueCaller, work: (turn: Turn) => Promise<T>): Promise<T> {
    const place = this.#takePlace(caller);
    try {
      return await work((job) => this.#run(place, job));
    } finally {
      this.#leave(place);
    }
  }

  /** Waits for a turn that lasts until the returned function is called. Throws `Busy` when there is no place. */
  admit(caller: QueueCaller): Promise<() => void> {
    return new Promise((admitted, refused) => {
      this.enter(caller, (turn) => turn(() => new Promise<void>(admitted))).catch(refused);
    });
  }

  #takePlace({ key, isKnown }: QueueCaller): Place {
    const group = this.#groups.get(key) ?? { places: 0, running: 0, waiting: [] };
    if (group.places >= this.#limits.placesPerKey) throw new Busy();
    const place: Place = {
      key,
      isKnown,
      order: ++this.#order,
      isRunning: false,
      runsAsStranger: false,
      isLost: false,
      waiting: undefined,
    };
    this.#use.add(key);
    if (this.#places.size >= this.#limits.places) {
      const last = this.#last();
      if (!last || this.#compare(place, last) > 0) throw new Busy();
      this.#leave(last);
      last.isLost = true;
      last.waiting?.reject(new Busy());
    }
    group.places += 1;
    this.#groups.set(key, group);
    this.#places.add(place);
    return place;
  }

  #leave(place: Place): void {
    if (!this.#places.delete(place)) return;
    const group = this.#groups.get(place.key)!;
    group.places -= 1;
    if (place.waiting) group.waiting.splice(group.waiting.indexOf(place), 1);
    if (group.places === 0) this.#groups.delete(place.key);
  }

  async #run<T>(place: Place, job: () => Promise<T>): Promise<T> {
    if (place.isLost) throw new Busy();
    const waiting = Promise.withResolvers<void>();
    place.waiting = waiting;
    const group = this.#groups.get(place.key)!;
    group.waiting.push(place);
    this.#startNext();
    await waiting.promise;
    try {
      return await job();
    } finally {
      place.isRunning = false;
      group.running -= 1;
      this.#running -= 1;
      if (place.runsAsStranger) this.#runningStrangers -= 1;
      this.#startNext();
    }
  }

  #startNext(): void {
    while (this.#running < this.#limits.running) {
      const next = this.#next();
      if (!next) return;
      const group = this.#groups.get(next.key)!;
      group.waiting.shift();
      group.running += 1;
      this.#running += 1;
      next.isRunning = true;
      next.runsAsStranger = !this.#isKnown(next);
      if (next.runsAsStranger) this.#runningStrangers += 1;
      next.waiting!.resolve();
      next.waiting = undefined;
    }
  }

  /** The waiting place whose turn it is. Each key waits in its own order, so only the first of each is compared. */
  #next(): Place | undefined {
    let next: Place | undefined;
    const { runningPerKey, runningAlone } = this.#limits;
    for (const [key, { waiting, running }] of this.#groups) {
      const [first] = waiting;
      if (!first || running >= (this.#use.isAlone(key) ? runningAlone : runningPerKey)) continue;
      if (this.#runningStrangers >= this.#limits.runningStrangers && !this.#isKnown(first)) continue;
      if (!next || this.#compare(first, next) < 0) next = first;
    }
    return next;
  }

  /** The lowest-ranked place that is not running. */
  #last(): Place | undefined {
    let last: Place | undefined;
    for (const place of this.#places)
      if (!place.isRunning && (!last || this.#compare(place, last) > 0)) last = place;
    return last;
  }

  /** Negative: `a` comes first. */
  #compare(a: Place, b: Place): number {
    const isKnown = this.#isKnown(a);
    if (isKnown !== this.#isKnown(b)) return isKnown ? -1 : 1;
    return this.#use.of(a.key) - this.#use.of(b.key) || a.order - b.order;
  }

  #isKnown({ isKnown, key }: QueueCaller): boolean {
    return isKnown && this.#use.of(key) <= moderateUse;
  }
}

const halfLifeMs = 30_000;
const maxKeys = 10_000;
const forgottenBelow = 0.1;

/** Recent use of each key. Each use counts 1 and is halved every 30 s. */
class RecentUse {
  readonly #uses = new Map<string, { count: number; at: number }>();
  /** The latest use, and the latest by another key. */
  #latest = { key: '', at: -Infinity };
  #latestOther = { key: '', at: -Infinity };

  /** Whether no other key has been used for `aloneMs`. */
  isAlone(key: string): boolean {
    const other = this.#latest.key === key ? this.#latestOther : this.#latest;
    return performance.now() - other.at > aloneMs;
  }

  of(key: string): number {
    const use = this.#uses.get(key);
    return use ? use.count * 0.5 ** ((performance.now() - use.at) / halfLifeMs) : 0;
  }

  add(key: string): void {
    const at = performance.now();
    this.#uses.set(key, { count: this.of(key) + 1, at });
    if (key !== this.#latest.key) this.#latestOther = this.#latest;
    this.#latest = { key, at };
    if (this.#uses.size <= maxKeys) return;
    for (const old of this.#uses.keys()) if (this.of(old) < forgottenBelow) this.#uses.delete(old);
    if (this.#uses.size > maxKeys) this.#uses.clear();
  }
}
