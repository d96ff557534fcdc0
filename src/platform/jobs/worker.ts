// Background jobs on graphile-worker. They are added in the caller's transaction (`tx.enqueue`), run in exactly one
// process and retried with backoff.
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
} from 'graphile-worker';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { LiveHub } from '../live/hub.ts';
import { listeningPool } from './listening-pool.ts';

/** `every` is a crontab pattern in UTC. A job without one runs when it is enqueued. */
export type Job = { name: string; every?: string; run: (payload: unknown) => Promise<void> };

export type Worker = {
  /** False while it waits for the database to come back. */
  readonly isRunning: boolean;
  stop(): Promise<void>;
};

const restartMs = 1000;

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
  const options = optionsFor(listening.pool, jobs, log);
  let stopping = false;
  let runner: Runner | undefined = await run(options);
  const supervised = (async () => {
    while (!stopping) {
      try {
        runner ??= await run(options);
        await runner.promise;
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'the job worker exited and is being restarted');
      }
      runner = undefined;
      if (!stopping) await pause(restartMs);
    }
  })();
  return {
    get isRunning() {
      return runner !== undefined;
    },
    async stop() {
      stopping = true;
      await runner?.stop();
      await supervised;
      listening.leave();
    },
  };
}

function optionsFor(pool: pg.Pool, jobs: Job[], log: FastifyBaseLogger): RunnerOptions {
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
  const taskList: TaskList = Object.fromEntries(
    jobs.map((job): [string, Task] => [job.name, (payload) => job.run(payload)]),
  );
  const parsedCronItems = parseCronItems(
    jobs
      .filter((job) => job.every !== undefined)
      .map((job) => ({ task: job.name, match: job.every!, identifier: job.name })),
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

/** Creates or updates the worker's tables. Must run before the first `tx.enqueue`. */
export async function migrateWorker(pool: pg.Pool): Promise<void> {
  const quiet = new Logger(() => () => undefined);
  await runMigrations({ pgPool: pool, logger: quiet });
}
