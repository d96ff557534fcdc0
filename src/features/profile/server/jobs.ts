import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { query, statement } from '#platform/database/statement.ts';
import type { FileStore } from '#platform/files/store.ts';
import { removeJob, sweepBucket, sweepCutoff } from '#platform/files/sweep.ts';
import type { Job } from '#platform/jobs/worker.ts';
import { bucket } from '../contract.ts';
import { photoPath } from '../rules.ts';

const sweepSlugsSql = statement({ text: 'delete from earlier_slugs where ends_at < now()' });

export function profileJobs({ pool, files }: { pool: pg.Pool; files: FileStore }): Job[] {
  return [
    removeJob('remove-photos', files, bucket, (paths) => shownPaths(pool, paths)),
    {
      name: 'sweep-photos',
      deletesBytes: true,
      every: '47 * * * *',
      async run() {
        await sweepPhotos(pool, files, new Date());
      },
    },
    {
      name: 'sweep-earlier-slugs',
      every: '52 * * * *',
      async run() {
        await query(pool, sweepSlugsSql);
      },
    },
  ];
}

/** Deletes photos that no profile shows and that the job of their replacement left behind. Returns how many. */
export function sweepPhotos(jobs: pg.Pool, files: FileStore, now: Date): Promise<number> {
  return sweepBucket(files, bucket, sweepCutoff(now), (paths) => shownPaths(jobs, paths));
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const photosOfSql = statement({
  text: 'select avatar_url from profiles where user_id = any ($1::uuid[])',
  row: { avatar_url: t.nullable(t.text) },
});

async function shownPaths(jobs: pg.Pool, paths: string[]): Promise<string[]> {
  const userIds = [...new Set(paths.map((path) => path.split('/')[0]!))].filter((name) => isId.test(name));
  const rows = await query(jobs, photosOfSql, [userIds]);
  const shown = new Set(rows.map((row) => row.avatar_url));
  return paths.filter((path) => {
    const [userId = '', name = ''] = path.split('/');
    return shown.has(photoPath(userId) + name);
  });
}
