/** Limits how often each key, such as a network, does something within some minutes. Counts in this process only. */
export class RecentLimit {
  readonly #max: number;
  readonly #withinMs: number;
  readonly #keys: number;
  /** In the order of their first use. */
  readonly #counts = new Map<string, { from: number; count: number }>();

  /** `keys`: the most keys that are remembered. */
  constructor({ max, minutes }: { max: number; minutes: number }, keys = 10_000) {
    this.#max = max;
    this.#withinMs = minutes * 60_000;
    this.#keys = keys;
  }

  /** Counts one use. False if there were enough. */
  take(key: string): boolean {
    const now = Date.now();
    const known = this.#counts.get(key);
    if (known && now - known.from < this.#withinMs) {
      known.count++;
      return known.count <= this.#max;
    }
    this.#counts.delete(key);
    this.#counts.set(key, { from: now, count: 1 });
    if (this.#counts.size > this.#keys) this.#counts.delete(this.#counts.keys().next().value!);
    return true;
  }
}
