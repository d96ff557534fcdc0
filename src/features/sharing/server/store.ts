// The addresses that a user has shared with, read from the entries and shoutouts themselves, and emails to managers.
import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { query, statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader } from '#platform/database/transaction.ts';
import { shareLimits } from '../constants.ts';

const managersSql = statement({
  name: 'share_managers',
  text: `select manager_email as address
    from app.newest_managers($1)
    group by manager_email order by max(manager_mail_id::text) desc limit $2`,
  row: { address: t.text },
});

/** Addresses of managers that the viewer shares entries with, the most recent first. */
export async function recentManagers(tx: Reader, limit: number): Promise<string[]> {
  const rows = await tx.query(managersSql, [shareLimits.newestRead, limit]);
  return rows.map(({ address }) => address);
}

const teammatesSql = statement({
  name: 'share_teammates',
  text: `select recipient_email as address
    from app.newest_shoutouts('sent', '-infinity', 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', $1)
    group by recipient_email order by max(created_at) desc, recipient_email limit $2`,
  row: { address: t.text },
});

/** Addresses that the viewer sent shoutouts to, the most recent first. */
export async function recentTeammates(tx: Reader, limit: number): Promise<string[]> {
  const rows = await tx.query(teammatesSql, [shareLimits.newestRead, limit]);
  return rows.map(({ address }) => address);
}

const managerMailSql = statement({
  text: `select recipient, check_in_id, content, emoji, full_name, address from app.manager_mail($1)`,
  row: {
    recipient: t.text,
    check_in_id: t.uuid,
    content: t.text,
    emoji: t.nullable(t.text),
    full_name: t.text,
    address: t.nullable(t.text),
  },
});

/**
 * What an email to a manager says now, for the worker. `address`: the sender's, if it is verified. Undefined if there
 * is nothing left to send.
 */
export async function managerMailNow(
  jobs: pg.Pool,
  mailId: string,
): Promise<RowIn<typeof managerMailSql> | undefined> {
  const rows = await query(jobs, managerMailSql, [mailId]);
  return rows[0];
}
