import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import { inBatches } from '#platform/jobs/in-batches.ts';
import type { Job } from '#platform/jobs/worker.ts';

export function billingJobs({ pool }: { pool: pg.Pool }): Job[] {
  return [
    {
      name: 'purge-billing-events',
      every: '41 3 * * *',
      async run() {
        await purgeEvents(pool);
      },
    },
  ];
}

const purgeSql = statement({
  text: `delete from billing_events where id in
      (select id from billing_events where received_at < app.billing_events_kept_since() limit 500)
    returning id`,
  row: { id: t.text },
});

/** Forgets old events: Stripe repeats none for longer than a month. Returns how many. */
export function purgeEvents(jobs: pg.Pool): Promise<number> {
  return inBatches(jobs, purgeSql);
}
