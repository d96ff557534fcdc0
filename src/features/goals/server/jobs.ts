import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import { inBatches } from '#platform/jobs/in-batches.ts';
import type { Job } from '#platform/jobs/worker.ts';

export function goalJobs({ pool }: { pool: pg.Pool }): Job[] {
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

const purgeSql = statement({
  text: `delete from goals where id in
      (select id from goals where deleted_at < app.goals_kept_since() limit 500)
    returning id`,
  row: { id: t.uuid },
});

/** Purges goals that were deleted long ago. Returns how many. */
export function purgeGoals(jobs: pg.Pool): Promise<number> {
  return inBatches(jobs, purgeSql);
}
