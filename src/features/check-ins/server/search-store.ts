// The SQL of searching own entries (R-B3): a walk along the person's own index, newest first, with `search_text` as a filter
// beside it (docs/decisions/0011-search-along-the-own-index.md).
import type { Reader } from '#platform/database/transaction.ts';
import type { CheckIn } from '../contract.ts';
import type { TagCount } from '../tag-rules.ts';
import { columns, top, type Page } from './store.ts';

/** What `search` asks beside the page's bounds; `terms` must all stand in the search text. */
export type Wanted = Page & {
  terms: string[];
  emoji: string | null;
  kind: CheckIn['kind'] | null;
  withFiles: boolean;
  shared: boolean;
};

/**
 * The viewer's that match, newest first. `counted` reads that many more than the page and tells how many it found: the
 * same walk along the person's index, so that counting costs no second one.
 */
export function searchedPage(
  tx: Reader,
  wanted: Wanted,
  counted: number,
): Promise<(CheckIn & { counted: number })[]> {
  const { at, id } = wanted.before ?? top;
  // The longest term is looked for in the quickest way, and rules out most.
  const [longest = '', ...others] = wanted.terms.toSorted((a, b) => b.length - a.length);
  return tx.query(
    `with found as materialized (
       select ${columns} from check_ins
       where user_id = (select app.viewer()) and deleted_at is null
         and created_at < $1 and created_at >= $2 and (created_at, id) < ($3, $4)
         and strpos(search_text, $12) > 0 and search_text like all ($5::text[])
         and ($6::text is null or emoji = $6) and ($7::text is null or kind = $7)
         and (not $8 or file_count > 0) and (not $9 or shared_with_manager)
       order by created_at desc, id desc
       limit $10
     )
     select ${columns}, (select count(*)::int from found) as counted from found
     order by created_at desc, id desc
     limit $11`,
    [
      wanted.to ?? 'infinity',
      wanted.from ?? '-infinity',
      at,
      id,
      others.map(likePattern),
      wanted.emoji,
      wanted.kind,
      wanted.withFiles,
      wanted.shared,
      Math.max(counted, wanted.limit),
      wanted.limit,
      longest,
    ],
    'check_in_search',
  );
}

function likePattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * The viewer's tags, most used first: from `tag_counts`, which the database keeps, corrected by the few changes that are
 * not added to it yet (docs/decisions/0017). As many tags as changed may fall out of the first ones, and are read in addition.
 */
export function tagCounts(tx: Reader, limit: number): Promise<TagCount[]> {
  return tx.query<TagCount>(
    `with waiting as (
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
    [limit],
    'check_in_tags',
  );
}

/** Which kinds of entries the viewer has that not every user has. Each has an index of its own. */
export async function kindsThere(tx: Reader): Promise<{ goals: boolean; shared: boolean }> {
  const rows = await tx.query<{ goals: boolean; shared: boolean }>(
    `select
       exists (select from check_ins
         where user_id = (select app.viewer()) and kind = 'goal' and deleted_at is null) as goals,
       exists (select from check_ins
         where user_id = (select app.viewer()) and shared_with_manager and deleted_at is null) as shared`,
    [],
    'check_in_kinds',
  );
  return rows[0]!;
}
