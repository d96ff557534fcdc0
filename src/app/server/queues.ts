// The queues that an operator watches: background jobs and emails.
import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { query, statement } from '#platform/database/statement.ts';

const jobsSql = statement({
  text: `select coalesce(task_identifier, '') as task,
      case when attempts >= max_attempts then 'failed' when attempts > 0 and locked_at is null then 'retrying'
        else 'waiting' end as state,
      count(*)::int as count
    from graphile_worker.jobs group by 1, 2 order by 1, 2`,
  row: { task: t.text, state: t.text, count: t.int },
});

// Finished emails are kept for a month, so those of the last hour are counted by their own index.
const emailsSql = statement({
  text: `select state, count(*)::int as count from mails
      where state in ('held', 'waiting', 'queued', 'sending') group by state
    union all
    select state, count(*)::int from mails
      where state in ('sent', 'suppressed', 'refused') and created_at > now() - interval '1 hour' group by state
    order by 1`,
  row: { state: t.text, count: t.int },
});

/** Jobs by task and state, and emails by state: all that are not finished, and those of the last hour that are. */
export async function readQueues(pool: pg.Pool) {
  const [jobs, emails] = await Promise.all([query(pool, jobsSql), query(pool, emailsSql)]);
  return { jobs, emails };
}
