import type pg from 'pg';
import { inParts } from '#platform/jobs/in-parts.ts';
import type { Job } from '#platform/jobs/worker.ts';

export function goalJobs(pool: pg.Pool): Job[] {
  return [
    {
      name: 'purge-goals',
      every: '17 * * * *',
      async run() {
        await purgeGoals(pool);
      },
    },
  ];
}

/** Purges goals that were deleted more than 30 days ago. Returns how many. */
export function purgeGoals(jobs: pg.Pool): Promise<number> {
  return inParts(
    jobs,
    `delete from goals where id in
       (select id from goals where deleted_at < now() - interval '30 days' limit 500)`,
  );
}
