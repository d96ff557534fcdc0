// SQL for the list of public logbooks whose owners allow search engines (R-F5).
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import type { Reader } from '#platform/database/transaction.ts';

const listedLogbooksSql = statement({
  name: 'listed_logbooks',
  text: 'select slug from app.listed_logbooks($1, $2) as slug',
  row: { slug: t.text },
});

/** The slugs of logbooks that search engines may list, in order, after this one: at most `most`. */
export async function listedLogbooks(tx: Reader, after: string, most: number): Promise<string[]> {
  const rows = await tx.query(listedLogbooksSql, [after, most]);
  return rows.map(({ slug }) => slug);
}
