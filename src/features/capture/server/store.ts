import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';

const timeZoneSql = statement({
  text: 'select time_zone from profiles where user_id = $1',
  row: { time_zone: t.nullable(t.text) },
});

/** The time zone that the user's browser reported, if any. */
export async function timeZoneOf(tx: Tx, userId: string): Promise<string | null> {
  const rows = await tx.query(timeZoneSql, [userId]);
  return rows[0]?.time_zone ?? null;
}
