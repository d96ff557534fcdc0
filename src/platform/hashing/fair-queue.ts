// A bounded queue for expensive work that anonymous callers can request. Few jobs run concurrently, few callers wait,
// and the caller with the least recent use is next, so a flood from some networks delays only those.

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

export type QueueLimits = {
  /** Jobs that run concurrently. */
  running: number;
  /** How many of these may be strangers' jobs. The rest is reserved for known callers. */
  runningStrangers: number;
  /** Callers in the queue, including running ones. */
  places: number;
  placesPerKey: number;
};

/** A known caller with more recent use is treated as a stranger. About one sign-in per second, continuously. */
const moderateUse = 40;

export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #places = new Set<Place>();
  readonly #use = new RecentUse();
  #order = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
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
      this.#places.delete(place);
    }
  }

  #takePlace({ key, isKnown }: QueueCaller): Place {
    const places = [...this.#places];
    if (places.filter((other) => other.key === key).length >= this.#limits.placesPerKey) throw new Busy();
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
      const last = this.#sorted(places.filter((other) => !other.isRunning)).at(-1);
      if (!last || this.#compare(place, last) > 0) throw new Busy();
      this.#places.delete(last);
      last.isLost = true;
      last.waiting?.reject(new Busy());
    }
    this.#places.add(place);
    return place;
  }

  async #run<T>(place: Place, job: () => Promise<T>): Promise<T> {
    if (place.isLost) throw new Busy();
    const waiting = Promise.withResolvers<void>();
    place.waiting = waiting;
    this.#startNext();
    await waiting.promise;
    try {
      return await job();
    } finally {
      place.isRunning = false;
      this.#startNext();
    }
  }

  #startNext(): void {
    for (const place of this.#sorted([...this.#places].filter(({ waiting }) => waiting))) {
      const running = [...this.#places].filter(({ isRunning }) => isRunning);
      if (running.length >= this.#limits.running) return;
      const isStranger = !this.#isKnown(place);
      const strangers = running.filter(({ runsAsStranger }) => runsAsStranger).length;
      if (isStranger && strangers >= this.#limits.runningStrangers) continue;
      place.isRunning = true;
      place.runsAsStranger = isStranger;
      place.waiting!.resolve();
      place.waiting = undefined;
    }
  }

  #sorted(places: Place[]): Place[] {
    return places.sort((a, b) => this.#compare(a, b));
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

  of(key: string): number {
    const use = this.#uses.get(key);
    return use ? use.count * 0.5 ** ((performance.now() - use.at) / halfLifeMs) : 0;
  }

  add(key: string): void {
    this.#uses.set(key, { count: this.of(key) + 1, at: performance.now() });
    if (this.#uses.size <= maxKeys) return;
    for (const old of this.#uses.keys()) if (this.of(old) < forgottenBelow) this.#uses.delete(old);
    if (this.#uses.size > maxKeys) this.#uses.clear();
  }
}
