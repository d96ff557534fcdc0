// The events of the last minute, so that a page gets those that came after the data in its document (docs/decisions/0047).

export type LiveEvent = { kind: string; owner: string; id: string };

/** Longer than a page takes from its document to its socket. */
const keptMs = 60_000;
/** Bounds the memory: an import or a busy instance may send more. */
const maxEvents = 10_000;

type Kept = { event: LiveEvent; transaction: bigint; at: number };

/** Positions and floors are transaction ids of the database. */
export class RecentEvents {
  #kept: Kept[] = [];
  /** Events of all transactions from this one on are known. Undefined while none are. */
  #floor: bigint | undefined;
  /** All events that arrived after this moment are known. */
  #knownSince = 0;

  /** From now on, all events arrive of transactions that had no id yet when the database said `floor`. */
  start(floor: bigint, now = performance.now()): void {
    this.#kept = [];
    this.#floor = floor;
    this.#knownSince = now;
  }

  /** Events may be missed from now on. */
  stop(): void {
    this.#kept = [];
    this.#floor = undefined;
  }

  add(event: LiveEvent, transaction: bigint, now = performance.now()): void {
    if (this.#floor === undefined) return;
    this.#kept.push({ event, transaction, at: now });
    const first = this.#kept.findIndex(({ at }) => at >= now - keptMs);
    const dropped = this.#kept.splice(0, Math.max(first, this.#kept.length - maxEvents));
    for (const { transaction: id, at } of dropped) {
      if (id >= this.#floor) this.#floor = id + 1n;
      this.#knownSince = Math.max(this.#knownSince, at);
    }
  }

  /**
   * The owner's events of the transactions from `position` on, which include all that data read at that position lacks.
   * Undefined if some may be unknown.
   */
  since(owner: string, position: bigint): LiveEvent[] | undefined {
    if (this.#floor === undefined || position < this.#floor) return undefined;
    return this.#kept
      .filter(({ event, transaction }) => event.owner === owner && transaction >= position)
      .map(({ event }) => event);
  }

  /** The owner's events that arrived in the last `ageMs` milliseconds. Undefined if some may be unknown. */
  ofLast(owner: string, ageMs: number, now = performance.now()): LiveEvent[] | undefined {
    const from = now - ageMs;
    if (this.#floor === undefined || from <= this.#knownSince) return undefined;
    return this.#kept
      .filter(({ event, at }) => event.owner === owner && at >= from)
      .map(({ event }) => event);
  }
}
