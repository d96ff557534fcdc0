// Background jobs on graphile-worker: they are added in the caller's transaction (`tx.enqueue`), retried with back-off,
// and taken by exactly one process.
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
import { hearingPool } from './hearing-pool.ts';

/** `every` is a crontab pattern in UTC; a job without one runs when it is enqueued. */
export type Job = { name: string; every?: string; run: (payload: unknown) => Promise<void> };

export type Worker = { stop(): Promise<void> };

const restartMs = 1000;

/**
 * Runs the jobs until it is stopped. A worker that lost its database ends itself; another one takes its place as soon
 * as the database is back.
 */
export async function startWorker(
  pool: pg.Pool,
  hub: LiveHub,
  jobs: Job[],
  log: FastifyBaseLogger,
): Promise<Worker> {
  const hearing = await hearingPool(pool, hub);
  const options = optionsFor(hearing.pool, jobs, log);
  let stopping = false;
  let runner: Runner | undefined = await run(options);
  const supervised = (async () => {
    while (!stopping) {
      try {
        runner ??= await run(options);
        await runner.promise;
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'the job worker ended and is started again');
      }
      runner = undefined;
      if (!stopping) await pause(restartMs);
    }
  })();
  return {
    async stop() {
      stopping = true;
      await runner?.stop();
      await supervised;
      hearing.leave();
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
    // Settled by batches, a result that the database does not take is tried again and then ends the worker; settled one
    // by one, it would be a rejection that nobody handles, and end the process.
    preset: { extends: [WorkerPreset], worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    pgPool: pool,
    logger,
    taskList,
    parsedCronItems,
    concurrency: 4,
    noHandleSignals: true,
  };
}

/** Makes or updates the worker's own tables; must have run before the first `tx.enqueue`. */
export async function migrateWorker(pool: pg.Pool): Promise<void> {
  const quiet = new Logger(() => () => undefined);
  await runMigrations({ pgPool: pool, logger: quiet });
}
