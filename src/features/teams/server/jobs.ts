// Expires invitations, and deletes those that were closed long ago.
import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import { inBatches } from '#platform/jobs/in-batches.ts';
import type { Job } from '#platform/jobs/worker.ts';

/** Rows that one statement changes. */
const batchSize = 500;

const expireSql = statement({
  text: 'select id from app.expire_invitations($1) as id',
  row: { id: t.uuid },
});
const purges = [
  statement({
    text: `delete from team_invitations where id in (
        select id from team_invitations where closed_at < app.invitations_kept_since() limit 500)
      returning id`,
    row: { id: t.uuid },
  }),
  statement({
    text: `delete from team_relationships where id in (
        select id from team_relationships where declined_at < app.invitations_kept_since() limit 500)
      returning id`,
    row: { id: t.uuid },
  }),
];

export function teamJobs({ pool }: { pool: pg.Pool }): Job[] {
  return [
    {
      name: 'expire-invitations',
      every: '7 * * * *',
      async run() {
        await inBatches(pool, expireSql, [batchSize]);
      },
    },
    {
      name: 'purge-invitations',
      every: '17 * * * *',
      async run() {
        for (const purge of purges) await inBatches(pool, purge);
      },
    },
  ];
}
