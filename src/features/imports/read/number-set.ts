/** A set of positive numbers in an eighth of the memory of `Set`, which is too much for a million rows. */
export class NumberSet {
  #slots = new Float64Array(1024);
  #size = 0;

  /** Whether the number is new. */
  add(number: number): boolean {
    if (this.#size * 2 > this.#slots.length) this.#grow();
    const at = this.#find(number);
    if (this.#slots[at] !== 0) return false;
    this.#slots[at] = number;
    this.#size += 1;
    return true;
  }

  /** The slot that has the number, or the free one for it. Zero marks a free slot. */
  #find(number: number): number {
    let at = number % this.#slots.length;
    while (this.#slots[at] !== 0 && this.#slots[at] !== number) at = (at + 1) % this.#slots.length;
    return at;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Float64Array(old.length * 2);
    for (const number of old) if (number !== 0) this.#slots[this.#find(number)] = number;
  }
}
