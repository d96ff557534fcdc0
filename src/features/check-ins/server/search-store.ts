// SQL of the search over the viewer's entries (R-B3): scans the user's timeline index, newest first, and filters by
// `search_text` (docs/decisions/0011-search-scans-the-users-index.md).
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader } from '#platform/database/transaction.ts';
import type { CheckIn } from '../contract.ts';
import { topCursor } from '#platform/http/paging.ts';
import type { TagCount } from '../tag-rules.ts';
import type { Page } from './page-store.ts';
import { checkIn, columns } from './store.ts';

/** The filters of a search, in addition to the page. The search text must contain all `terms`. */
export type SearchCriteria = Page & {
  terms: string[];
  emoji: string | null;
  kind: CheckIn['kind'] | null;
  withFiles: boolean;
  shared: boolean;
};

const searchSql = statement({
  name: 'check_in_search',
  text: `with found as materialized (
      select * from check_ins
      where user_id = (select app.viewer()) and deleted_at is null
        and created_at < $1 and created_at >= $2 and (created_at, id) < ($3, $4)
        and strpos(search_text, $12) > 0 and search_text like all ($5::text[])
        and ($6::text is null or emoji = $6) and ($7::text is null or kind = $7)
        and (not $8 or file_count > 0) and (not $9 or shared_with_manager)
      order by created_at desc, id desc
      limit $10
    )
    select ${columns}, (select count(*)::int from found) as counted from found check_ins
    order by created_at desc, id desc
    limit $11`,
  row: { ...checkIn, counted: t.int },
});

/**
 * The viewer's matching entries, newest first. Reads up to `counted` matches and returns how many there are with each
 * row: the page and its count come from one index scan.
 */
export function searchedPage(
  tx: Reader,
  criteria: SearchCriteria,
  counted: number,
): Promise<(CheckIn & { counted: number })[]> {
  const { at, id } = criteria.before ?? topCursor;
  // The longest term is the most selective, so it gets the fastest test (`strpos`).
  const [longest = '', ...others] = criteria.terms.toSorted((a, b) => b.length - a.length);
  return tx.query(searchSql, [
    ...[criteria.to ?? 'infinity', criteria.from ?? '-infinity', at, id, others.map(likePattern)],
    ...[criteria.emoji, criteria.kind, criteria.withFiles, criteria.shared],
    ...[Math.max(counted, criteria.limit), criteria.limit, longest],
  ]);
}

function likePattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

const tagCountsSql = statement({
  name: 'check_in_tags',
  text: `with waiting as (
      select tag, sum(entries) as entries from tag_changes where user_id = (select app.viewer()) group by tag
    ), counted as (
      (select tag, entries from tag_counts where user_id = (select app.viewer())
       order by entries desc, tag limit $1 + (select count(*) from waiting))
      union
      select tag, c.entries from waiting join tag_counts c using (tag) where c.user_id = (select app.viewer())
    )
    select tag, sum(entries)::int as count
    from (select tag, entries from counted union all select tag, entries from waiting) both_parts
    group by tag having sum(entries) > 0
    order by count desc, tag limit $1`,
  row: { tag: t.text, count: t.int },
});

/**
 * The viewer's tags, most used first: the stored `tag_counts` plus the few changes not yet merged into them
 * (docs/decisions/0017). Each changed tag may drop out of the first `limit`, so that many more are read.
 */
export function tagCounts(tx: Reader, limit: number): Promise<TagCount[]> {
  return tx.query(tagCountsSql, [limit]);
}

const existingKindsSql = statement({
  name: 'check_in_kinds',
  text: `select
      exists (select from check_ins
        where user_id = (select app.viewer()) and kind = 'goal' and deleted_at is null) as goals,
      exists (select from check_ins
        where user_id = (select app.viewer()) and shared_with_manager and deleted_at is null) as shared`,
  row: { goals: t.bool, shared: t.bool },
});

/** Whether completed goals or shared entries of the viewer exist. Each kind has its own index. */
export async function existingKinds(tx: Reader): Promise<RowIn<typeof existingKindsSql>> {
  const rows = await tx.query(existingKindsSql);
  return rows[0]!;
}
