// Group commit (docs/decisions/0008). A lane is a connection that collects the writes that arrive while it is busy, and
// commits them as one transaction: one commit record, one disk flush, one notification to the listeners. If one write
// fails, the whole batch rolls back and each write is retried in its own transaction.
import { DatabaseError, type default as pg } from 'pg';
import { maySilentlyWait, noResponse } from './liveness.ts';
import { statement } from './statement.ts';
import { assertSendable, sendTrip, type PendingStatement } from './trip.ts';

/**
 * The statements of one caller. The first must set the viewer, even to no viewer: the previous write in the same
 * transaction belongs to another caller.
 */
export type Write = readonly [enter: PendingStatement, ...rest: PendingStatement[]];

/** `write` is null for a caller that only waits for the disk. */
type QueuedWrite = { write: Write | null; isAbandoned: boolean; resolve(): void; reject(error: Error): void };

// The cheapest statement that needs a commit record. Its commit waits for the disk as the server's settings say.
const onDiskSql = statement({
  name: 'on_disk',
  text: `select from pg_logical_emit_message(true, 'logbook', '')`,
});
const onDiskMark: PendingStatement = {
  ...onDiskSql,
  values: [],
  resolve: () => undefined,
  reject: () => undefined,
};

const maxLanes = 3;
/** The most writes in one batch. Further writes go to the next lane, which runs during this lane's disk flush. */
const maxBatch = 16;
/** Milliseconds after which a busy lane counts as waiting for a lock. */
const lateAfterMs = 50;
/**
 * Milliseconds after which writes in a late lane are abandoned. Their commit may wait for a synchronous standby, and will
 * end if that comes back.
 */
const abandonAfterMs = 12_000;

class WriteLane {
  readonly #pool: pg.Pool;
  #waiting: QueuedWrite[] = [];
  #runs = false;
  #isLate = false;
  #abandonTimer: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get load(): number {
    return this.#waiting.length;
  }

  get isLate(): boolean {
    return this.#isLate;
  }

  add(queued: QueuedWrite): void {
    this.#waiting.push(queued);
    if (this.#runs) return;
    this.#runs = true;
    // All writes of one turn of the event loop are sent together.
    setImmediate(() => void this.#run());
  }

  /** Moves the queued writes to other lanes, because this batch waits for a lock or for a transaction that does. */
  #handOver(batch: readonly QueuedWrite[]): void {
    this.#isLate = true;
    this.#abandonTimer = setInterval(() => this.#abandon(batch), abandonAfterMs);
    for (const queued of this.#waiting.splice(0)) laneOf(this.#pool).add(queued);
  }

  /**
   * Rejects the batch and the writes behind it. The connection stays open: a server that waits for its standby keeps the
   * session anyway, and each new connection would only add another.
   */
  #abandon(batch: readonly QueuedWrite[]): void {
    for (const queued of [...batch, ...this.#waiting.splice(0)]) {
      queued.isAbandoned = true;
      queued.reject(noResponse());
    }
  }

  /** Takes the writes that were queued behind lanes that wait for a lock. */
  #takeOver(): void {
    for (const lane of writeLanesOf(this.#pool)) {
      if (lane.#isLate) this.#waiting.push(...lane.#waiting.splice(0));
    }
  }

  async #run(): Promise<void> {
    let client: pg.PoolClient | undefined;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxBatch);
      const lateTimer = setTimeout(() => this.#handOver(batch), lateAfterMs);
      try {
        client ??= await this.#connect();
        await commitBatch(client, batch);
      } catch (error) {
        // Without a connection, the writes behind the batch would only wait as long again.
        const failed = client ? batch : [...batch, ...this.#waiting.splice(0)];
        for (const { reject } of failed) reject(error as Error);
        client?.release(error as Error);
        client = undefined;
      } finally {
        clearTimeout(lateTimer);
        clearInterval(this.#abandonTimer);
        this.#isLate = false;
      }
      if (this.#waiting.length === 0) this.#takeOver();
    }
    if (client) maySilentlyWait.delete(client);
    client?.release();
    this.#runs = false;
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect();
    maySilentlyWait.add(client);
    return client;
  }
}

/** Throws if the connection is lost: then it is unknown what was committed. */
async function commitBatch(client: pg.PoolClient, batch: readonly QueuedWrite[]): Promise<void> {
  try {
    await sendTrip(client, batch.length === 1 ? statementsOf(batch) : statementsOf(batch).map(ignoreReject));
    for (const { resolve } of batch) resolve();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (batch.length === 1) return batch[0]!.reject(error);
    for (const queued of batch) if (!queued.isAbandoned) await commitBatch(client, [queued]);
  }
}

function statementsOf(batch: readonly QueuedWrite[]): PendingStatement[] {
  const statements = batch.flatMap(({ write }) => write ?? []);
  return batch.some(({ write }) => write === null) ? [...statements, onDiskMark] : statements;
}

// The error of a batch is not reported to any caller yet: each write is retried first.
function ignoreReject(statement: PendingStatement): PendingStatement {
  return { ...statement, reject: () => undefined };
}

const lanes = new WeakMap<pg.Pool, WriteLane[]>();

function writeLanesOf(pool: pg.Pool): WriteLane[] {
  const all = lanes.get(pool) ?? Array.from({ length: maxLanes }, () => new WriteLane(pool));
  lanes.set(pool, all);
  return all;
}

function laneOf(pool: pg.Pool): WriteLane {
  const all = writeLanesOf(pool);
  const punctual = all.filter((lane) => !lane.isLate);
  const usable = punctual.length > 0 ? punctual : all;
  // With few callers, the first lane gets all of them, so that they share one disk flush.
  return (
    usable.find((lane) => lane.load < maxBatch) ??
    usable.reduce((least, lane) => (lane.load < least.load ? lane : least))
  );
}

/** Runs the statements, all or none (see `sendTrip`). Resolves when they are on disk. */
export async function write(pool: pg.Pool, statements: Write): Promise<void> {
  // Checked before the batch is built, so that an unsupported value fails only its own caller.
  assertSendable(statements);
  return enqueue(pool, statements);
}

/** Resolves once everything that was committed before the call is on disk. */
export function onDisk(pool: pg.Pool): Promise<void> {
  return enqueue(pool, null);
}

function enqueue(pool: pg.Pool, statements: Write | null): Promise<void> {
  return new Promise((resolve, reject) =>
    laneOf(pool).add({ write: statements, isAbandoned: false, resolve, reject }),
  );
}
