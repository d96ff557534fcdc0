// Limits how often one network may ask for something that does not exist, so that names cannot be guessed in bulk. A
// request is counted before the lookup and given back if it found something: otherwise parallel requests would exceed the
// limit, and a network beyond it could still tell the names that exist. Counts in this process only.

type Options = {
  /** Unknown names per key. */
  most: number;
  /** Milliseconds. */
  within: number;
  /** The most keys that are remembered. */
  keys?: number;
};

/** A counted request, or the seconds to wait until the next is accepted. */
export type Attempt = { found(): void } | { wait: number };

export class UnknownLimit {
  readonly #options: Required<Options>;
  /** When each counted request began, oldest first. The keys are in the order of their first request. */
  readonly #begun = new Map<string, number[]>();

  constructor(options: Options) {
    this.#options = { keys: 10_000, ...options };
  }

  begin(key: string, now = Date.now()): Attempt {
    const { most, within, keys } = this.#options;
    const times = (this.#begun.get(key) ?? []).filter((at) => at > now - within);
    this.#begun.set(key, times);
    if (times.length >= most) return { wait: Math.max(1, Math.ceil((times[0]! + within - now) / 1000)) };
    times.push(now);
    if (this.#begun.size > keys) this.#begun.delete(this.#begun.keys().next().value!);
    let isCounted = true;
    return {
      found: () => {
        const current = this.#begun.get(key);
        const at = isCounted && current ? current.indexOf(now) : -1;
        isCounted = false;
        if (!current || at < 0) return;
        current.splice(at, 1);
        if (current.length === 0) this.#begun.delete(key);
      },
    };
  }
}
