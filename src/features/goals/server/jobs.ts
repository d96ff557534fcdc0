import type pg from 'pg';
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

/** Ends goals that were deleted 30 days ago, a part at a time; gives how many went. */
export async function purgeGoals(jobs: pg.Pool): Promise<number> {
  for (let purged = 0; ;) {
    const { rowCount } = await jobs.query(
      `delete from goals where id in
         (select id from goals where deleted_at < now() - interval '30 days' limit 500)`,
    );
    purged += rowCount ?? 0;
    if (!rowCount) return purged;
  }
}
