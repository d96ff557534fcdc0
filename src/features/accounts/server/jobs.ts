import type pg from 'pg';
import type { Job } from '#platform/jobs/worker.ts';

/** Removes what has ended: sessions past their refresh life, tries older than any limit looks back. */
export function accountJobs(pool: pg.Pool): Job[] {
  return [
    {
      name: 'sweep-sessions',
      every: '17 * * * *',
      async run() {
        await pool.query('delete from sessions where refresh_expires_at < now()');
        await pool.query(`delete from limit_hits where at < now() - interval '1 day'`);
      },
    },
  ];
}
