// Removes bytes that belong to nothing: an upload whose process died between the bytes and the row, or whose row went
// with its check-in or its account. What is younger than an hour may still be on its way to a row.
import type pg from 'pg';
import type { FileStore } from '#platform/files/store.ts';
import type { Job } from '#platform/jobs/worker.ts';

export function checkInJobs(pool: pg.Pool, files: FileStore): Job[] {
  return [
    {
      name: 'purge-check-ins',
      every: '7 * * * *',
      async run() {
        await purgeCheckIns(pool);
      },
    },
    {
      name: 'sweep-files',
      every: '37 * * * *',
      async run() {
        await sweepFiles(pool, files, new Date());
      },
    },
  ];
}

/** Ends what has been in the bin for 30 days (R-B2), a part at a time; gives how many entries went. */
export async function purgeCheckIns(jobs: pg.Pool): Promise<number> {
  for (let purged = 0; ;) {
    const { rowCount } = await jobs.query(
      `delete from check_ins where id in
         (select id from check_ins where deleted_at < now() - interval '30 days' limit 500)`,
    );
    purged += rowCount ?? 0;
    if (!rowCount) return purged;
  }
}

const grace = 60 * 60 * 1000;
const page = 500;

/** Sweeps the bucket `log-files` and the staging area; gives how many objects and staged files went. */
export async function sweepFiles(
  jobs: pg.Pool,
  files: FileStore,
  now: Date,
): Promise<{ objects: number; staged: number }> {
  const before = new Date(now.getTime() - grace);
  let objects = 0;
  let after: string | undefined;
  for (;;) {
    const found = await files.list('log-files/', after, page);
    const old = found.filter((object) => object.modified < before).map((object) => object.key);
    const known = await knownKeys(jobs, old);
    for (const key of old) {
      if (known.has(key)) continue;
      await files.remove(key);
      objects++;
    }
    if (found.length < page) break;
    after = found.at(-1)!.key;
  }
  return { objects, staged: await files.clearStaged(before) };
}

async function knownKeys(jobs: pg.Pool, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const paths = keys.map((key) => key.slice('log-files/'.length));
  const { rows } = await jobs.query<{ path: string }>(
    `select file_path as path from log_files where file_path = any ($1)
     union all
     select view_path from log_files where view_path = any ($1)`,
    [paths],
  );
  return new Set(rows.map((row) => `log-files/${row.path}`));
}
