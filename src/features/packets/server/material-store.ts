// What packets read from the tables of other features. Row-level security limits every statement to the viewer's rows.
// Queries also name the owner, so that the planner can use the matching index.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader } from '#platform/database/transaction.ts';
import { limits } from '../constants.ts';
import type { Material } from '../contract.ts';

/** From an instant to just before another, both ISO. */
export type Span = { from: string; to: string };

const ownerSql = statement({
  text: `select p.full_name, p.time_zone from profiles p where p.user_id = (select app.viewer())`,
  row: { full_name: t.text, time_zone: t.nullable(t.text) },
});
export type Owner = RowIn<typeof ownerSql>;

export async function owner(tx: Reader): Promise<Owner | undefined> {
  const rows = await tx.query(ownerSql);
  return rows[0];
}

const entriesSql = statement({
  text: `select c.id, left(c.content, $4) as text, length(c.content) as length, c.emoji, c.created_at as at,
           array(select app.tags_of(c.search_text)) as tags, c.file_count as files
    from check_ins c
    where c.user_id = (select app.viewer()) and c.deleted_at is null and c.created_at >= $1 and c.created_at < $2
      -- The goal is listed itself.
      and not (c.kind = 'goal' and c.file_count = 0 and exists (
        select from goals g where g.check_in_id = c.id and g.completed_at is not null and g.deleted_at is null))
    order by c.created_at desc, c.id desc
    limit $3`,
  row: {
    id: t.uuid,
    text: t.text,
    length: t.int,
    emoji: t.nullable(t.text),
    at: t.timestamptz,
    tags: t.texts,
    files: t.int,
  } satisfies t.ColumnsOf<Material['entries'][number]>,
});

/** The newest entries of a span, newest first. */
export function materialEntries(tx: Reader, { from, to }: Span): Promise<Material['entries']> {
  return tx.query(entriesSql, [from, to, limits.material, limits.excerpt]);
}

const goalsSql = statement({
  text: `select id, text, coalesce(completed_at, created_at) as at from goals
    where user_id = (select app.viewer()) and deleted_at is null and completed_at >= $1 and completed_at < $2
    order by goals.completed_at desc, id desc
    limit $3`,
  row: { id: t.uuid, text: t.text, at: t.timestamptz },
});

/** The newest completed goals of a span, newest first. */
export function materialGoals(tx: Reader, { from, to }: Span): Promise<Material['goals']> {
  return tx.query(goalsSql, [from, to, limits.material]);
}

// A shoutout reaches its recipient once its sender is verified, so each sender may be named (R-M4).
const shoutoutsSql = statement({
  text: `with found as (
      select id, sender_id, message, created_at
      from app.newest_shoutouts('received', $1, $2, '00000000-0000-0000-0000-000000000000', $3)
    )
    select found.id, found.message as text, nullif(sender.full_name, '') as name, found.created_at as at
    from found
    left join app.sender_names(array(select distinct sender_id from found)) sender on sender.user_id = found.sender_id
    order by found.created_at desc, found.id desc`,
  row: { id: t.uuid, text: t.text, name: t.nullable(t.text), at: t.timestamptz },
});

/** The newest shoutouts received in a span, newest first. */
export function materialShoutouts(tx: Reader, { from, to }: Span): Promise<Material['shoutouts']> {
  return tx.query(shoutoutsSql, [from, to, limits.material]);
}

const vouchesSql = statement({
  text: `select id, project_name as text, reference_name as name, coalesce(verified_at, created_at) as at,
      nullif(reference_department, '') as department,
      case when names_domain then substring(reference_email from '[^@]*$') end as domain,
      (select count(*)::int from vouch_files f where f.vouch_id = vouches.id and f.deleted_at is null) as files
    from vouches
    where user_id = (select app.viewer()) and deleted_at is null and status = 'verified'
      and verified_at >= $1 and verified_at < $2
    order by vouches.verified_at desc, id desc
    limit $3`,
  row: {
    ...{ id: t.uuid, text: t.text, name: t.text, at: t.timestamptz },
    ...{ department: t.nullable(t.text), domain: t.nullable(t.text), files: t.int },
  },
});

/** The newest vouches verified in a span, newest first, with what a credential of them would name. */
export function materialVouches(tx: Reader, { from, to }: Span): Promise<RowIn<typeof vouchesSql>[]> {
  return tx.query(vouchesSql, [from, to, limits.material]);
}
