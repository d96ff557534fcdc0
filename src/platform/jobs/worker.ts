// Background jobs on graphile-worker. They are added in the caller's transaction (`tx.enqueue`), run in exactly one
// process and retried with backoff. While a process runs jobs, it holds a lock in the name of its pool of workers; the
// others take over the jobs of a process that died.
import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  WorkerPreset,
  type Runner,
  type RunnerOptions,
  type Task,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { query, statement } from '../database/statement.ts';
import { withoutAddresses } from '../log/logged.ts';
import type { LiveHub } from '../live/hub.ts';
import { listeningPool } from './listening-pool.ts';

export type Job = {
  name: string;
  /** A crontab pattern in UTC. A job without one runs when it is enqueued. */
  every?: string;
  /** It waits for another server, which may hang. Such jobs run separately, so that they do not delay the others. */
  isRemote?: true;
  /** A run that was missed up to this many milliseconds ago, because no process was running, takes place at startup. */
  catchUpMs?: number;
  /** It deletes bytes of stored files, so it waits for a running backup and also runs separately. */
  deletesBytes?: true;
  /** The signal aborts when the process stops and has waited for a few seconds. */
  run: (payload: unknown, signal?: AbortSignal) => Promise<void>;
};

export type Worker = {
  /** False while it waits for the database to come back. */
  readonly isRunning: boolean;
  stop(): Promise<void>;
};

const restartMs = 1000;
/** Milliseconds that jobs have to finish before they are given back. */
const finishMs = 6_000;
/** Milliseconds after which a stop no longer waits for jobs whose commits wait for a standby that is away. */
const stopMs = 8_000;
// Any number that no other lock uses.
const migrationLockKey = 7_263_003;

// A process is given half a minute to take its lock, at the start and after its connection was lost.
const takeOverSql = statement({
  text: `select graphile_worker.force_unlock_workers(array_agg(distinct job.locked_by))
    from graphile_worker.jobs job
    where job.locked_at < now() - interval '30 seconds' and not exists (
      select from pg_locks held
      where held.locktype = 'advisory' and held.objsubid = 1
        and held.database = (select oid from pg_database where datname = current_database())
        and (held.classid::bigint << 32) | held.objid::bigint = hashtextextended(job.locked_by, 0))
    having count(*) > 0`,
});

/**
 * Runs jobs until it is stopped. A worker that loses its database exits, and is replaced once the database is back.
 */
export async function startWorker(
  pool: pg.Pool,
  hub: LiveHub,
  jobs: Job[],
  log: FastifyBaseLogger,
): Promise<Worker> {
  const listening = await listeningPool(pool, hub);
  const takeOver = {
    name: 'take-over-jobs',
    every: '* * * * *',
    run: async () => void (await query(pool, takeOverSql)),
  };
  const groups = Map.groupBy([...jobs, takeOver], serviceOf);
  const workers = await Promise.all(
    [...groups.values()].map((group) => supervise(optionsFor(listening.pool, group, log), hub, log)),
  );
  return {
    get isRunning() {
      return workers.every((worker) => worker.isRunning);
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      listening.leave();
    },
  };
}

/** The service for which a job waits. One that hangs delays only the jobs that need it. */
function serviceOf(job: Job): 'another server' | 'files' | 'none' {
  if (job.isRemote) return 'another server';
  return job.deletesBytes ? 'files' : 'none';
}

/** Runs jobs with these options, and starts again when the worker exits. */
async function supervise(options: RunnerOptions, hub: LiveHub, log: FastifyBaseLogger): Promise<Worker> {
  let stopping = false;
  let running: Running | undefined = await start(options, hub);
  const supervised = (async () => {
    while (!stopping) {
      try {
        running ??= await start(options, hub);
        // It was started while `stop` was called.
        if (stopping) await running.runner.stop();
        await running.runner.promise;
      } catch (error) {
        if (stopping) break;
        log.warn({ reason: (error as Error).message }, 'the job worker exited and is being restarted');
      }
      await running?.release();
      running = undefined;
      if (!stopping) await pause(restartMs);
    }
  })();
  return {
    get isRunning() {
      return running !== undefined;
    },
    async stop() {
      stopping = true;
      // Their next attempt is in another process, or after the next start.
      const late = setTimeout(() => {
        if (running)
          Promise.resolve(running.workers.forcefulShutdown('The process stopped.')).catch(() => undefined);
      }, finishMs);
      const ended = (async () => {
        await running?.runner.stop();
        await supervised;
      })();
      await Promise.race([ended, pause(stopMs, undefined, { ref: false })]);
      clearTimeout(late);
    },
  };
}

/** `release` gives up the lock that shows that the workers are alive. */
type Running = { runner: Runner; workers: WorkerPool; release: () => Promise<void> };

async function start(options: RunnerOptions, hub: LiveHub): Promise<Running> {
  const events: WorkerEvents = new EventEmitter();
  const created = once(events, 'pool:create') as Promise<[{ workerPool: WorkerPool }]>;
  const runner = await run({ ...options, events });
  const [{ workerPool: workers }] = await created;
  return { runner, workers, release: await hub.hold(workers.id) };
}

function optionsFor(pool: pg.Pool, jobs: Job[], log: FastifyBaseLogger): RunnerOptions {
  const logger = new Logger(() => (level, message, meta) => {
    const { error, job } = (meta ?? {}) as { error?: unknown; job?: { id: string; task_identifier: string } };
    // Its message repeats the error's, which may contain values.
    if (job && error) log.error({ err: error, task: job.task_identifier, job: job.id }, 'a job failed');
    else if (level === 'error') log.error(withoutAddresses(message));
    else if (level === 'warning') log.warn(withoutAddresses(message));
    else log.debug(withoutAddresses(message));
  });
  const taskList: TaskList = Object.fromEntries(
    jobs.map((job): [string, Task] => [
      job.name,
      (payload, { abortSignal }) => job.run(payload, abortSignal),
    ]),
  );
  const parsedCronItems = parseCronItems(
    jobs
      .filter((job) => job.every !== undefined)
      .map((job) => ({
        task: job.name,
        match: job.every!,
        identifier: job.name,
        options: { backfillPeriod: job.catchUpMs ?? 0 },
      })),
  );
  return {
    // Results are stored in batches: if the database fails, storing is retried, and then the worker exits. Stored one
    // by one, a failure would be an unhandled rejection and end the process.
    preset: { extends: [WorkerPreset], worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    pgPool: pool,
    logger,
    taskList,
    parsedCronItems,
    concurrency: 4,
    noHandleSignals: true,
  };
}

/** Creates or updates the worker's tables, one process at a time. Must run before the first `tx.enqueue`. */
export async function migrateWorker(pool: pg.Pool): Promise<void> {
  const quiet = new Logger(() => () => undefined);
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockKey]);
    await runMigrations({ pgPool: pool, logger: quiet });
    await client.query('select pg_advisory_unlock($1)', [migrationLockKey]);
  } finally {
    // Ends the connection, and with it the lock if it was not released.
    client.release(true);
  }
}
