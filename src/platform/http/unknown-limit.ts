// Limits how often one network may ask for something that does not exist, so that names cannot be guessed in bulk. Only
// lookups that find nothing count. Lookups in progress might, so beyond the limit further ones wait for them: parallel
// requests cannot exceed it, and requests for existing names are not refused for being many. A network that has used up
// its limit gets no lookup at all, because the result would reveal which names exist; pages served from a cache ahead
// of the router do not come here, and are still served. Counts in this process only.

type Options = {
  /** Unknown names per key. */
  most: number;
  /** Milliseconds. */
  within: number;
  /** The most keys that are remembered. */
  keys?: number;
};

type Entry = {
  /** When each unknown name was looked up, oldest first. */
  unknown: number[];
  /** Lookups in progress. */
  pending: number;
  /** Starts the lookups that wait for pending ones, in their order. */
  waiting: (() => void)[];
};

/** The result of a lookup, or the seconds to wait until the next is accepted. */
export type Looked<Result> = { result: Result } | { wait: number };

export class UnknownLimit {
  readonly #options: Required<Options>;
  /** In the order of their first lookup. */
  readonly #entries = new Map<string, Entry>();

  constructor(options: Options) {
    this.#options = { keys: 10_000, ...options };
  }

  /**
   * Looks something up unless the key has used up its limit. A lookup counts if `isFound` says that it found nothing. One
   * that throws does not count.
   */
  async look<Result>(
    key: string,
    lookup: () => Promise<Result>,
    isFound: (result: Result) => boolean = Boolean,
  ): Promise<Looked<Result>> {
    const { most, within } = this.#options;
    const entry = this.#entryOf(key);
    while (this.#free(entry) <= 0) {
      const [oldest] = entry.unknown;
      if (entry.unknown.length >= most && oldest !== undefined)
        return { wait: Math.max(1, Math.ceil((oldest + within - Date.now()) / 1000)) };
      await new Promise<void>((start) => entry.waiting.push(start));
    }
    entry.pending++;
    try {
      const result = await lookup();
      if (!isFound(result)) entry.unknown.push(Date.now());
      return { result };
    } finally {
      entry.pending--;
      this.#settle(key, entry);
    }
  }

  #entryOf(key: string): Entry {
    const known = this.#entries.get(key);
    if (known) return known;
    const entry: Entry = { unknown: [], pending: 0, waiting: [] };
    this.#entries.set(key, entry);
    if (this.#entries.size > this.#options.keys) this.#entries.delete(this.#entries.keys().next().value!);
    return entry;
  }

  /** How many lookups may begin now. */
  #free(entry: Entry): number {
    const { most, within } = this.#options;
    entry.unknown = entry.unknown.filter((at) => at > Date.now() - within);
    return most - entry.unknown.length - entry.pending;
  }

  /** Starts as many waiting lookups as may begin now, or all of them if they will be refused. */
  #settle(key: string, entry: Entry): void {
    const free = this.#free(entry);
    const isUsedUp = entry.unknown.length >= this.#options.most;
    for (const start of entry.waiting.splice(0, isUsedUp ? entry.waiting.length : free)) start();
    const isIdle = entry.pending === 0 && entry.unknown.length === 0 && entry.waiting.length === 0;
    if (isIdle && this.#entries.get(key) === entry) this.#entries.delete(key);
  }
}
