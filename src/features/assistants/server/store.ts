import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import { transactInOneTrip } from '#platform/database/transaction.ts';
import { apiTokenLimits } from '#platform/http/api-token-limits.ts';

const countMessageSql = statement({
  name: 'count_message',
  text: `select t.scopes, t.time_zone, u.outcome, u.wait
    from app.api_token_scopes($1) t,
      app.use_api_token($1, t.scopes[1], false, $2, make_interval(mins => $3), $4, $5) u`,
  row: {
    scopes: t.nullable(t.texts),
    time_zone: t.nullable(t.text),
    outcome: t.oneOf(['good', 'unknown', 'wait']),
    wait: t.nullable(t.int),
  },
});
export type TokenUse = RowIn<typeof countMessageSql>;

/** Counts a message as a read of the token (R-N1), and returns what the token may do. `wait`: seconds until the next. */
export async function countMessage(
  pool: pg.Pool,
  { hash, userAgent, ip }: { hash: Buffer; userAgent: string | null; ip: string },
): Promise<TokenUse> {
  const { max, minutes } = apiTokenLimits.reads;
  const { result: rows } = await transactInOneTrip(pool, null, (tx) =>
    tx.query(countMessageSql, [hash, max, minutes, userAgent, ip]),
  );
  return rows[0]!;
}
