import type pg from 'pg';
import { query, statement } from '#platform/database/statement.ts';
import type { Job } from '#platform/jobs/worker.ts';

const sweepAppsSql = statement({ text: 'delete from connected_apps where expires_at < now()' });
const sweepRecordsSql = statement({
  text: `delete from oauth_records
    where expires_at < now() and (client_id is null or not app.is_connected_client(client_id))`,
});

/** What has expired is deleted: it is refused without that. Registered programs that no one has connected end, too. */
export function connectedAppJobs({ pool }: { pool: pg.Pool }): Job[] {
  return [
    {
      name: 'sweep-connected-apps',
      every: '41 * * * *',
      async run() {
        await query(pool, sweepAppsSql);
        await query(pool, sweepRecordsSql);
      },
    },
  ];
}
