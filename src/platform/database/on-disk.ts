// Writers wait for the disk together. Their commits do not wait, as each would hold the lock of PostgreSQL's NOTIFY
// meanwhile; an empty transaction after them does, and the log is written in order: with it, all before it is on the
// disk. One such transaction serves all who came while the one before was under way (docs/decisions/0010).
import type pg from 'pg';
import { Lanes } from './lanes.ts';

// The cheapest transaction that needs a commit record.
const emptyWrite = {
  text: `select pg_logical_emit_message(true, 'logbook', '')`,
  name: 'on_disk',
  told: () => undefined,
  failed: () => undefined,
};

class Disk {
  readonly #lanes: Lanes;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(pool: pg.Pool) {
    this.#lanes = new Lanes(pool, 1);
  }

  holds(): Promise<void> {
    if (!this.#running) return this.#run();
    // What is under way may have begun before the caller's commit.
    this.#next ??= this.#running.then(
      () => this.#run(),
      () => this.#run(),
    );
    return this.#next;
  }

  async #run(): Promise<void> {
    this.#next = undefined;
    const running = this.#lanes.send([emptyWrite]);
    this.#running = running;
    try {
      await running;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }
}

const disks = new WeakMap<pg.Pool, Disk>();

/** Resolves once everything that was committed before the call is on the disk. */
export function onDisk(pool: pg.Pool): Promise<void> {
  const disk = disks.get(pool) ?? new Disk(pool);
  disks.set(pool, disk);
  return disk.holds();
}
