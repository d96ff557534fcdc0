// The pages of the timeline, in a transaction and in one statement with the session.
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import type { Entrance, Reader, ReadOfUser } from '#platform/database/transaction.ts';
import type { CheckIn } from '../contract.ts';
import { topCursor, type Cursor } from '#platform/http/paging.ts';
import { checkIn, columns } from './store.ts';

export type Page = {
  before: Cursor | null;
  from: string | null;
  to: string | null;
  limit: number;
};

/** $1 to $5 are the page. */
const pageOfViewer = (viewer: string) => `select ${columns} from check_ins
    where user_id = ${viewer} and deleted_at is null
      and created_at < $1 and created_at >= $2 and (created_at, id) < ($3, $4)
    order by created_at desc, id desc
    limit $5`;
function pageValues({ before, from, to, limit }: Page): unknown[] {
  const { at, id } = before ?? topCursor;
  return [to ?? 'infinity', from ?? '-infinity', at, id, limit];
}

const checkInPageSql = statement({
  name: 'check_in_page',
  text: pageOfViewer('(select app.viewer())'),
  row: checkIn,
});

/**
 * The viewer's entries, newest first. The bounds are plain values: under row-level security, an expression around them
 * (such as coalesce) keeps a bound out of the index condition and forces a new plan for each call.
 */
export function checkInPage(tx: Reader, page: Page): Promise<CheckIn[]> {
  return tx.query(checkInPageSql, pageValues(page));
}

// Lateral, with its own limit and a condition on the entered user: so PostgreSQL can run it only after app.enter has set the
// viewer. In another order, the policies would see no viewer and hide every row. app.enter returns one row, so the page
// keeps its order.
const enterAndPageSql = statement({
  name: 'enter_and_check_in_page',
  text: `select ${Object.keys(checkIn)
    .map((column) => (column === 'user_id' ? 'entered.user_id' : `page.${column}`))
    .join()}
    from app.enter($6) entered left join lateral (${pageOfViewer('entered.user_id')}) page on true`,
  row: { ...checkIn, id: t.nullable(t.uuid), user_id: t.nullable(t.uuid) },
});

/** The same without a transaction around it. Undefined if there is no live session. */
export async function enterAndReadPage(tx: Entrance, page: Page): Promise<ReadOfUser<CheckIn[]> | undefined> {
  const rows = await tx.enterAndQuery(enterAndPageSql, pageValues(page));
  const [first] = rows;
  if (!first?.user_id) return undefined;
  // A join without entries is one row with only the user: all other columns are null, whatever their declaration says.
  return { userId: first.user_id, result: first.id === null ? [] : (rows as CheckIn[]) };
}
