// Writers wait for the disk together (docs/decisions/0008). A lane is a connection that takes all writes that came while
// it was under way, and commits them as one transaction: one record of the log, one wait for the disk, one word to those
// who listen. Where one of them fails, nothing of the batch stands, and each goes again by itself.
import { DatabaseError, type default as pg } from 'pg';
import { refuseUnsendable, sendTrip, type Asked } from './trip.ts';

/**
 * The statements of one caller. The first must set the viewer, or that there is none: whoever wrote before in the same
 * transaction is somebody else.
 */
export type Write = readonly [enter: Asked, ...rest: Asked[]];

type Errand = { write: Write | null; done(): void; failed(error: Error): void };

// The cheapest thing that needs a commit record; the commit then waits as the server's settings say.
const onDiskMark: Asked = {
  text: `select pg_logical_emit_message(true, 'logbook', '')`,
  name: 'on_disk',
  told: () => undefined,
  failed: () => undefined,
};

const lanesMost = 3;
/** What one wait for the disk serves at most; beyond it, the next lane computes meanwhile. */
const batchMost = 16;
/** Milliseconds after which a lane counts as one that waits for a lock. */
const late = 50;

class WriteLane {
  readonly #pool: pg.Pool;
  #waiting: Errand[] = [];
  #runs = false;
  #isLate = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get load(): number {
    return this.#waiting.length;
  }

  get hasRoom(): boolean {
    return this.load < batchMost && !this.#isLate;
  }

  take(errand: Errand): void {
    this.#waiting.push(errand);
    if (this.#runs) return;
    this.#runs = true;
    // What callers ask within one turn of the event loop goes out at once.
    setImmediate(() => void this.#run());
  }

  /** A lane that waits for a lock, or for one of those that do, keeps nobody who is not under way. */
  #handOver(): void {
    this.#isLate = true;
    for (const errand of this.#waiting.splice(0)) laneOf(this.#pool).take(errand);
  }

  async #run(): Promise<void> {
    let client: pg.PoolClient | undefined;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchMost);
      const handingOver = setTimeout(() => this.#handOver(), late);
      try {
        client ??= await this.#pool.connect();
        await carryOut(client, batch);
      } catch (error) {
        for (const { failed } of batch) failed(error as Error);
        client?.release(error as Error);
        client = undefined;
      } finally {
        clearTimeout(handingOver);
        this.#isLate = false;
      }
    }
    client?.release();
    this.#runs = false;
  }
}

/** Throws where the connection, and with it the knowledge of what is on the disk, was lost. */
async function carryOut(client: pg.PoolClient, batch: readonly Errand[]): Promise<void> {
  try {
    await sendTrip(client, batch.length === 1 ? statementsOf(batch) : statementsOf(batch).map(untold));
    for (const { done } of batch) done();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (batch.length > 1) for (const errand of batch) await carryOut(client, [errand]);
    else batch[0]?.failed(error);
  }
}

function statementsOf(batch: readonly Errand[]): Asked[] {
  const asked = batch.flatMap(({ write }) => write ?? []);
  return batch.some(({ write }) => write === null) ? [...asked, onDiskMark] : asked;
}

// A fault of the batch is nobody's yet: each write goes again.
function untold(asked: Asked): Asked {
  return { ...asked, failed: () => undefined };
}

const lanes = new WeakMap<pg.Pool, WriteLane[]>();

function laneOf(pool: pg.Pool): WriteLane {
  const all = lanes.get(pool) ?? Array.from({ length: lanesMost }, () => new WriteLane(pool));
  lanes.set(pool, all);
  // Few callers share one lane: what they wait for together, they wait for once.
  return (
    all.find((lane) => lane.hasRoom) ?? all.reduce((least, lane) => (lane.load < least.load ? lane : least))
  );
}

/** Runs the statements, all or none (see `sendTrip`); resolves when they are on the disk. */
export async function write(pool: pg.Pool, statements: Write): Promise<void> {
  // Here, where it is its caller's fault alone.
  refuseUnsendable(statements);
  return take(pool, statements);
}

/** Resolves once everything that was committed before the call is on the disk. */
export function onDisk(pool: pg.Pool): Promise<void> {
  return take(pool, null);
}

function take(pool: pg.Pool, statements: Write | null): Promise<void> {
  return new Promise((done, failed) => laneOf(pool).take({ write: statements, done, failed }));
}
