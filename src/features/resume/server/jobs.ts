// Deletes the bytes of replaced résumés, purges deleted ones, and sweeps what failures left behind.
import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { query, statement } from '#platform/database/statement.ts';
import type { FileStore } from '#platform/files/store.ts';
import { removeJob, sweepBucket, sweepCutoff } from '#platform/files/sweep.ts';
import { inBatches } from '#platform/jobs/in-batches.ts';
import type { Job } from '#platform/jobs/worker.ts';
import { bucket } from '../contract.ts';

export function resumeJobs({ pool, files }: { pool: pg.Pool; files: FileStore }): Job[] {
  return [
    removeJob('remove-resumes', files, bucket, (paths) => namedPaths(pool, paths)),
    {
      name: 'purge-resumes',
      every: '17 * * * *',
      async run() {
        await purgeResumes(pool);
      },
    },
    {
      name: 'sweep-resumes',
      deletesBytes: true,
      every: '57 * * * *',
      async run() {
        await sweepResumes(pool, files, new Date());
      },
    },
  ];
}

const purgeSql = statement({
  text: `delete from resumes where file_path in
      (select file_path from resumes where deleted_at < app.resumes_kept_since() limit 500)
    returning file_path`,
  row: { file_path: t.text },
});

/** Deletes résumés whose deletion can no longer be undone in any page. Returns how many. */
export function purgeResumes(jobs: pg.Pool): Promise<number> {
  return inBatches(jobs, purgeSql);
}

/** Deletes objects that no row names. Returns how many. */
export function sweepResumes(jobs: pg.Pool, files: FileStore, now: Date): Promise<number> {
  return sweepBucket(files, bucket, sweepCutoff(now), (paths) => namedPaths(jobs, paths));
}

const namedPathsSql = statement({
  text: 'select file_path from resumes where file_path = any ($1)',
  row: { file_path: t.text },
});

async function namedPaths(jobs: pg.Pool, paths: string[]): Promise<string[]> {
  const rows = await query(jobs, namedPathsSql, [paths]);
  return rows.map((row) => row.file_path);
}
