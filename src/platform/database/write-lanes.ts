// Writers wait for the disk together (docs/decisions/0010). A lane is a connection that takes all writes that came while
// it was under way. Each commits by itself, without waiting for the disk; then the lane waits once, for all of them: by
// an empty transaction, as the log is written in order and holds all that was committed before.
import { DatabaseError, type default as pg } from 'pg';
import { sendTrip, type Asked } from './trip.ts';

/** The statements of one transaction. `together`: others wait with it, so its own commit does not. */
export type Write = (together: boolean) => readonly Asked[];

type Errand = { write: Write | null; done(): void; failed(error: Error): void };

// The cheapest transaction that needs a commit record; it waits as the server's settings say.
const emptyWrite: Asked = {
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
  #since = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get load(): number {
    return this.#waiting.length;
  }

  get hasRoom(): boolean {
    return this.load < batchMost && !(this.#runs && performance.now() - this.#since > late);
  }

  take(errand: Errand): void {
    this.#waiting.push(errand);
    if (this.#runs) return;
    this.#runs = true;
    this.#since = performance.now();
    // What callers ask within one turn of the event loop goes out at once.
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    let client: pg.PoolClient | undefined;
    while (this.#waiting.length > 0) {
      this.#since = performance.now();
      const batch = this.#waiting.splice(0, batchMost);
      try {
        client ??= await this.#pool.connect();
        await carryOut(client, batch);
      } catch (error) {
        for (const { failed } of batch) failed(error as Error);
        client?.release(error as Error);
        client = undefined;
      }
    }
    client?.release();
    this.#runs = false;
  }
}

/** Throws where the connection, and with it the knowledge of what is on the disk, was lost. */
async function carryOut(client: pg.PoolClient, batch: readonly Errand[]): Promise<void> {
  const { stream } = client.connection;
  stream.cork();
  const alone = batch.length === 1 && batch[0]?.write;
  const sent = batch.map(({ write }) => (write ? sendTrip(client, write(!alone)) : Promise.resolve()));
  const onDisk = alone ? undefined : sendTrip(client, [emptyWrite]);
  stream.uncork();
  const outcomes = await Promise.allSettled(sent);
  await onDisk;
  const lost = outcomes.find((one) => one.status === 'rejected' && !(one.reason instanceof DatabaseError));
  if (lost?.status === 'rejected') throw lost.reason;
  for (const [index, { done, failed }] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status === 'rejected') failed(outcome.reason as Error);
    else done();
  }
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

/** Runs the statements as one transaction (see `sendTrip`); resolves when it is on the disk. */
export function write(pool: pg.Pool, statements: Write | null): Promise<void> {
  return new Promise((done, failed) => laneOf(pool).take({ write: statements, done, failed }));
}

/** Resolves once everything that was committed before the call is on the disk. */
export function onDisk(pool: pg.Pool): Promise<void> {
  return write(pool, null);
}
