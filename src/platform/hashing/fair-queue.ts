// A bounded queue for expensive work that anonymous callers can request. Few jobs run concurrently, few callers wait, and
// whoever used it least lately is next, so that a flood from some networks delays these and not the others.

/** The caller got no place: too many wait already, or a caller with a better claim took the place. */
export class Busy extends Error {
  /** Seconds. */
  readonly retryAfter = 5;

  constructor() {
    super('Too many callers wait for this work.');
    this.name = 'Busy';
  }
}

export type QueueCaller = {
  /** Who shares one fair part: a network, a device, or a person. */
  key: string;
  /** Has proved an account before: comes before those who have not, while its own use is moderate. */
  isKnown: boolean;
};

/** Runs a job when it is the caller's turn. Rejects with `Busy` when the caller has lost the place. */
export type Turn = <T>(job: () => Promise<T>) => Promise<T>;

type Place = QueueCaller & {
  order: number;
  isRunning: boolean;
  /** Whether the job that runs counts as a stranger's. */
  runsAsStranger: boolean;
  isLost: boolean;
  /** Set while the place waits for its turn. */
  waiting: PromiseWithResolvers<void> | undefined;
};

export type QueueLimits = {
  /** Jobs that run concurrently. */
  running: number;
  /** How many of these may be of callers who are not known: the rest of the machine is for those who are. */
  runningStrangers: number;
  /** Callers that are in the queue, running ones included. */
  places: number;
  placesPerKey: number;
};

/** A known caller with more recent use than this is treated like a stranger: about one sign-in per second, continuously. */
const moderateUse = 40;

export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #places = new Set<Place>();
  readonly #use = new RecentUse();
  #order = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /**
   * Holds a place while `work` runs, which may have several turns and other work between them. Throws `Busy` without calling
   * `work` when there is no place.
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
const mostKeys = 10_000;
const forgottenBelow = 0.1;

/** How often each key came lately: each time counts 1, and half of that after 30 s. */
class RecentUse {
  readonly #uses = new Map<string, { count: number; at: number }>();

  of(key: string): number {
    const use = this.#uses.get(key);
    return use ? use.count * 0.5 ** ((performance.now() - use.at) / halfLifeMs) : 0;
  }

  add(key: string): void {
    this.#uses.set(key, { count: this.of(key) + 1, at: performance.now() });
    if (this.#uses.size <= mostKeys) return;
    for (const old of this.#uses.keys()) if (this.of(old) < forgottenBelow) this.#uses.delete(old);
    if (this.#uses.size > mostKeys) this.#uses.clear();
  }
}
