// What reports read from the tables of other features. Row-level security limits every statement to the viewer's rows.
// Queries also name the owner, so that the planner can use the matching index.
import { cadences } from '#features/goals/constants.ts';
import { directions } from '#features/shoutouts/constants.ts';
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader } from '#platform/database/transaction.ts';
import { limits } from '../constants.ts';
import type { BoardFilter, BoardSlip } from '../contract.ts';
import type { DayRow, EntryRow, GoalRow } from '../rules.ts';

/** From an instant to just before another, both ISO. */
export type Span = { from: string; to: string };

const ownerSql = statement({
  name: 'report_owner',
  text: `select p.full_name, p.time_zone, u.email, u.email_verified_at is not null as email_verified
    from profiles p join users u on u.id = p.user_id
    where p.user_id = (select app.viewer())`,
  row: { full_name: t.text, time_zone: t.nullable(t.text), email: t.text, email_verified: t.bool },
});

export type Owner = RowIn<typeof ownerSql>;

export async function owner(tx: Reader): Promise<Owner | undefined> {
  const rows = await tx.query(ownerSql);
  return rows[0];
}

const daysSql = statement({
  name: 'report_days',
  text: `select width_bucket(at, $1::timestamptz[]) - 1 as day,
           sum(entries)::int as entries, sum(files)::int as files, sum(goals)::int as goals,
           sum(received)::int as received, sum(given)::int as given
    from (
      select created_at as at, 1 as entries, file_count as files, 0 as goals, 0 as received, 0 as given
      from check_ins
      where user_id = (select app.viewer()) and deleted_at is null and created_at >= $2 and created_at < $3
      union all
      select completed_at, 0, 0, 1, 0, 0 from goals
      where user_id = (select app.viewer()) and deleted_at is null and completed_at >= $2 and completed_at < $3
      union all
      select created_at, 0, 0, 0, 0, 1 from shoutouts
      where sender_id = (select app.viewer()) and created_at >= $2 and created_at < $3
      union all
      select created_at, 0, 0, 0, 1, 0 from shoutouts
      where recipient_email = any ((select app.verified_addresses())::text[]) and not held and not recipient_deleted
        and sender_id is distinct from (select app.viewer())
        and created_at >= $2 and created_at < $3
    ) counted
    group by 1`,
  row: { day: t.int, entries: t.int, files: t.int, goals: t.int, received: t.int, given: t.int },
});

/** How much each day has. `starts` are the days' first instants and the end of the last day; empty days have no row. */
export function dayRows(tx: Reader, starts: readonly string[]): Promise<DayRow[]> {
  return tx.query(daysSql, [starts, starts[0], starts.at(-1)]);
}

const entriesSql = statement({
  name: 'report_entries',
  text: `select id, kind, content, emoji, created_at,
           case when file_count = 0 then '{}' else array(
             select f.file_name from log_files f where f.check_in_id = c.id order by f.position, f.created_at, f.id
           ) end as files
    from check_ins c
    where user_id = (select app.viewer()) and deleted_at is null and created_at >= $1 and created_at < $2
    order by created_at, id
    limit $3`,
  row: {
    id: t.uuid,
    kind: t.oneOf(['entry', 'goal']),
    content: t.text,
    emoji: t.nullable(t.text),
    created_at: t.timestamptz,
    files: t.texts,
  },
});

/** The entries of a span with the names of their files, oldest first. */
export function entryRows(tx: Reader, { from, to }: Span): Promise<EntryRow[]> {
  return tx.query(entriesSql, [from, to, limits.entries]);
}

const goalsSql = statement({
  name: 'report_goals',
  text: `select text, cadence, coalesce(completed_at, created_at) as completed_at, check_in_id from goals
    where user_id = (select app.viewer()) and deleted_at is null and completed_at >= $1 and completed_at < $2
    order by goals.completed_at, id
    limit $3`,
  row: {
    text: t.text,
    cadence: t.nullable(t.oneOf(cadences)),
    completed_at: t.timestamptz,
    check_in_id: t.nullable(t.uuid),
  },
});

/** The goals completed in a span, oldest first. */
export function goalRows(tx: Reader, { from, to }: Span): Promise<GoalRow[]> {
  return tx.query(goalsSql, [from, to, limits.goals]);
}

const shoutoutsSql = statement({
  name: 'report_shoutouts',
  text: `with found as (
      select id, case when sender_id = (select app.viewer()) then 'sent' else 'received' end as direction,
             sender_id, recipient_email, message, excerpt, created_at
      from app.newest_shoutouts($1, $2, $3, '00000000-0000-0000-0000-000000000000', $4)
    )
    select found.id, found.direction, found.message, found.excerpt, found.created_at,
           case when found.direction = 'sent' then found.recipient_email
                else coalesce(nullif(sender.full_name, ''), $5) end as name
    from found
    left join app.sender_names(array(select distinct sender_id from found where direction = 'received')) sender
      on sender.user_id = found.sender_id
    order by found.created_at desc, found.id desc`,
  row: {
    id: t.uuid,
    direction: t.oneOf(directions),
    message: t.text,
    excerpt: t.nullable(t.text),
    created_at: t.timestamptz,
    name: t.text,
  },
});

/** Shoutouts sent and received in a span, newest first. `unknown` is the name of a sender without one (R-D4). */
export function shoutoutRows(
  tx: Reader,
  { from, to }: Span,
  { limit, direction, unknown }: { limit: number; unknown: string } & Pick<BoardFilter, 'direction'>,
): Promise<BoardSlip[]> {
  return tx.query(shoutoutsSql, [direction ?? null, from, to, limit, unknown]);
}

const countSql = statement({
  name: 'report_shoutout_count',
  text: `select least($3, (
        select count(*) from (
          select from shoutouts
          where $1::text is distinct from 'received' and sender_id = (select app.viewer()) and created_at >= $2
          limit $3) sent
      ) + (
        select count(*) from (
          select from shoutouts
          where $1 is distinct from 'sent' and recipient_email = any ((select app.verified_addresses())::text[])
            and not held and not recipient_deleted and sender_id is distinct from (select app.viewer())
            and created_at >= $2
          limit $3) received
      ))::int as count`,
  row: { count: t.int },
});

/** The number of shoutouts sent and received since an instant, counted up to `limit`. */
export async function shoutoutCount(
  tx: Reader,
  since: string,
  { limit, direction }: { limit: number } & Pick<BoardFilter, 'direction'>,
): Promise<number> {
  const rows = await tx.query(countSql, [direction ?? null, since, limit]);
  return rows[0]?.count ?? 0;
}

const earlierSql = statement({
  name: 'report_earlier',
  text: `select exists (
      select from check_ins where user_id = (select app.viewer()) and deleted_at is null and created_at < $1
    ) or exists (
      select from goals where user_id = (select app.viewer()) and deleted_at is null and completed_at < $1
    ) or exists (
      select from app.newest_shoutouts(null, '-infinity', $1, '00000000-0000-0000-0000-000000000000', 1)
    ) as earlier`,
  row: { earlier: t.bool },
});

/** Whether a report of an earlier time would show anything. */
export async function hasAnythingBefore(tx: Reader, at: string): Promise<boolean> {
  const rows = await tx.query(earlierSql, [at]);
  return rows[0]?.earlier ?? false;
}
