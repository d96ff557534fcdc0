import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import { inBatches } from '#platform/jobs/in-batches.ts';
import type { Job } from '#platform/jobs/worker.ts';

export function suggestionJobs({ pool }: { pool: pg.Pool }): Job[] {
  return [
    {
      name: 'purge-suggestions',
      every: '22 * * * *',
      async run() {
        await purgeSuggestions(pool);
      },
    },
  ];
}

const purgeSql = statement({
  text: `delete from suggestions where id in (
      select id from suggestions
      where created_at < app.suggestions_kept_since() or settled_at < app.settled_suggestions_kept_since() limit 500)
    returning id`,
  row: { id: t.uuid },
});

/** Deletes suggestions that no one accepted (R-O2), and those that were settled a while ago. Returns how many. */
export function purgeSuggestions(jobs: pg.Pool): Promise<number> {
  return inBatches(jobs, purgeSql);
}
