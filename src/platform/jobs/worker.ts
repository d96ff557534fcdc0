// Background jobs on graphile-worker: they are added in the caller's transaction (`tx.enqueue`), retried with back-off,
// and taken by exactly one process.
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type Runner,
  type Task,
  type TaskList,
} from 'graphile-worker';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';

/** `every` is a crontab pattern in UTC; a job without one runs when it is enqueued. */
export type Job = { name: string; every?: string; run: (payload: unknown) => Promise<void> };

export async function startWorker(pool: pg.Pool, jobs: Job[], log: FastifyBaseLogger): Promise<Runner> {
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
  return run({ pgPool: pool, logger, taskList, parsedCronItems, concurrency: 2, noHandleSignals: true });
}

/** Makes or updates the worker's own tables; must have run before the first `tx.enqueue`. */
export async function migrateWorker(pool: pg.Pool): Promise<void> {
  const quiet = new Logger(() => () => undefined);
  await runMigrations({ pgPool: pool, logger: quiet });
}
