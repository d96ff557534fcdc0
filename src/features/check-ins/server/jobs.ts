// Purges the bin, keeps the dates of entries, and removes bytes without a row: a job added by the deleting transaction removes those of deleted
// rows, and the hourly sweep removes what failures left behind.
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { query, statement } from '#platform/database/statement.ts';
import type { FileStore } from '#platform/files/store.ts';
import { removeJob, sweepBucket, sweepCutoff } from '#platform/files/sweep.ts';
import { inBatches } from '#platform/jobs/in-batches.ts';
import type { Job } from '#platform/jobs/worker.ts';
import { bucket } from '../contract.ts';
import { keepDates, repairDates } from './month-store.ts';

type Parts = { pool: pg.Pool; files: FileStore; log: FastifyBaseLogger };

export function checkInJobs({ pool, files, log }: Parts): Job[] {
  return [
    {
      name: 'purge-check-ins',
      every: '7 * * * *',
      async run() {
        await purgeCheckIns(pool);
      },
    },
    {
      name: 'keep-entry-dates',
      async run(payload) {
        await keepDates(pool, (payload as { user_id: string }).user_id);
      },
    },
    {
      name: 'repair-entry-dates',
      every: '27 3 * * *',
      async run() {
        const wrong = await repairDates(pool);
        if (wrong.length > 0)
          log.error({ users: wrong }, 'the dates of entries were wrong, and are repaired');
      },
    },
    removeJob('remove-log-files', files, bucket, (paths) => namedPaths(pool, paths)),
    {
      name: 'sweep-files',
      deletesBytes: true,
      every: '37 * * * *',
      async run() {
        await sweepFiles(pool, files, new Date());
      },
    },
  ];
}

const purgeSql = statement({
  text: `delete from check_ins where id in
      (select id from check_ins where deleted_at < app.check_ins_kept_since() limit 500)
    returning id`,
  row: { id: t.uuid },
});

/** Deletes entries that have been in the bin for long enough (R-B2). Returns how many. */
export function purgeCheckIns(jobs: pg.Pool): Promise<number> {
  return inBatches(jobs, purgeSql);
}

/** Sweeps the bucket `log-files` and the staging area. Returns how many objects and staged files it removed. */
export async function sweepFiles(
  jobs: pg.Pool,
  files: FileStore,
  now: Date,
): Promise<{ objects: number; staged: number }> {
  const before = sweepCutoff(now);
  const objects = await sweepBucket(files, bucket, before, (paths) => namedPaths(jobs, paths));
  return { objects, staged: await files.clearStaged(before) };
}

const namedPathsSql = statement({
  text: 'select path from app.log_paths_in_use($1) path',
  row: { path: t.text },
});

async function namedPaths(jobs: pg.Pool, paths: string[]): Promise<string[]> {
  const rows = await query(jobs, namedPathsSql, [paths]);
  return rows.map((row) => row.path);
}
