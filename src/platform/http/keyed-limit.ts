/** Limits concurrent uses per key, such as a network's connections, and in total. Counts in this process only. */
export class KeyedLimit {
  readonly #limit: number;
  readonly #total: number;
  readonly #taken = new Map<string, number>();
  #takenInTotal = 0;

  constructor(limit: number, total = Infinity) {
    this.#limit = limit;
    this.#total = total;
  }

  /** Takes slots. Returns the function that releases them, or null when this key or all keys have too few left. */
  take(key: string, slots = 1): (() => void) | null {
    const taken = (this.#taken.get(key) ?? 0) + slots;
    if (taken > this.#limit || this.#takenInTotal + slots > this.#total) return null;
    this.#taken.set(key, taken);
    this.#takenInTotal += slots;
    return () => {
      this.#takenInTotal -= slots;
      const left = (this.#taken.get(key) ?? slots) - slots;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    };
  }
}
