// What a manager reads of the members. The policies of entries, goals and shoutouts do not know managers: each function
// returns only what app.access_of allows its viewer (docs/decisions/0031).
import type { LogFile } from '#features/check-ins/contract.ts';
import { topCursor, type Cursor } from '#platform/http/paging.ts';
import { cadences } from '#features/goals/constants.ts';
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader } from '#platform/database/transaction.ts';
import { memberLimits } from '../member-constants.ts';
import type { MemberEntry, MemberGoal, MemberShoutout } from '../member-contract.ts';
import type { GoalCursor } from '../goal-rules.ts';

/** Counts stop here: one more than what is shown exactly. */
const counted = memberLimits.counted + 1;
const lowestId = '00000000-0000-0000-0000-000000000000';
const lowestPosition = -(2 ** 31);

const teamCardsSql = statement({
  name: 'team_cards',
  // The periods are text, because pg takes longer to parse 50 arrays than the rest of the response.
  text: `select relationship_id, user_id, full_name, avatar_url, time_zone, accepted_at, looked_at, last_entry_at,
      new_entries, array_to_string(goal_periods, ',') as goal_periods, shared_entries
    from app.team_cards($1, $2, $3)`,
  row: {
    relationship_id: t.nullable(t.uuid),
    user_id: t.uuid,
    full_name: t.text,
    avatar_url: t.nullable(t.text),
    time_zone: t.nullable(t.text),
    accepted_at: t.timestamptz,
    looked_at: t.nullable(t.timestamptz),
    last_entry_at: t.nullable(t.timestamptz),
    new_entries: t.int,
    goal_periods: t.text,
    shared_entries: t.int,
  },
});

/**
 * The members of the viewer's team by name, after a member. `goal_periods`: such as `weekly 2026-01-05`, with commas between.
 * Each row counts the visible entries of all members, up to one more than the badge shows (R-E5).
 */
export function teamCards(
  tx: Reader,
  after: string | null,
  limit: number,
): Promise<RowIn<typeof teamCardsSql>[]> {
  return tx.query(teamCardsSql, [after, limit, counted]);
}

const visitMemberSql = statement({
  name: 'visit_member',
  text: `select user_id, full_name, avatar_url, relationship_id, address as email, accepted_at, looked_at
    from app.visit_member($1, make_interval(mins => $2))`,
  row: {
    user_id: t.uuid,
    full_name: t.text,
    avatar_url: t.nullable(t.text),
    relationship_id: t.nullable(t.uuid),
    email: t.nullable(t.text),
    accepted_at: t.timestamptz,
    looked_at: t.nullable(t.timestamptz),
  },
});

/** The member whose logbook the viewer reads, and notes that (R-E8). Undefined without access. */
export async function visitMember(
  tx: Reader,
  member: string,
): Promise<RowIn<typeof visitMemberSql> | undefined> {
  const rows = await tx.query(visitMemberSql, [member, memberLimits.minutesBetweenLooks]);
  return rows[0];
}

const memberCountsSql = statement({
  name: 'member_counts',
  text: 'select entries, goals, shoutouts from app.member_counts($1, $2)',
  row: { entries: t.int, goals: t.int, shoutouts: t.int },
});

/** How many entries, goals and shoutouts of a member the viewer sees, each up to one more than is shown exactly. */
export async function memberCounts(tx: Reader, member: string): Promise<RowIn<typeof memberCountsSql>> {
  const rows = await tx.query(memberCountsSql, [member, counted]);
  return rows[0]!;
}

const memberEntriesSql = statement({
  name: 'member_entries',
  text: `select id, kind, content, emoji, created_at, recorded_at, edited_at, files
    from app.member_entries($1, $2, $3, $4)`,
  row: {
    id: t.uuid,
    kind: t.oneOf(['entry', 'goal']),
    content: t.text,
    emoji: t.nullable(t.text),
    created_at: t.timestamptz,
    recorded_at: t.timestamptz,
    edited_at: t.nullable(t.timestamptz),
    files: t.jsonb<LogFile[]>(),
  } satisfies t.ColumnsOf<MemberEntry>,
});

/** Entries of a member that the viewer sees, newest first. */
export function memberEntries(
  tx: Reader,
  member: string,
  before: Cursor | null,
  limit: number,
): Promise<MemberEntry[]> {
  const { at, id } = before ?? topCursor;
  return tx.query(memberEntriesSql, [member, at, id, limit]);
}

const memberGoalsSql = statement({
  name: 'member_goals',
  text: `select id, text, cadence, period_start, position, created_at, completed_at
    from app.member_goals($1, $2, $3, $4, $5)`,
  row: {
    id: t.uuid,
    text: t.text,
    cadence: t.nullable(t.oneOf(cadences)),
    period_start: t.nullable(t.date),
    position: t.int,
    created_at: t.timestamptz,
    completed_at: t.nullable(t.timestamptz),
  } satisfies t.ColumnsOf<MemberGoal & { position: number }>,
});

/** Goals of a member that the viewer sees: open ones in their order, then completed ones, newest first. */
export function memberGoals(
  tx: Reader,
  member: string,
  before: GoalCursor | null,
  limit: number,
): Promise<RowIn<typeof memberGoalsSql>[]> {
  const { id } = before ?? { id: lowestId };
  const position = before && 'position' in before ? before.position : lowestPosition;
  const completedAt = before && 'completedAt' in before ? before.completedAt : null;
  return tx.query(memberGoalsSql, [member, position, completedAt, id, limit]);
}

const memberShoutoutsSql = statement({
  name: 'member_shoutouts',
  text: 'select id, message, excerpt, created_at from app.member_shoutouts($1, $2, $3, $4)',
  row: {
    id: t.uuid,
    message: t.text,
    excerpt: t.nullable(t.text),
    created_at: t.timestamptz,
  } satisfies t.ColumnsOf<MemberShoutout>,
});

/** Shoutouts of a member to the viewer, newest first. */
export function memberShoutouts(
  tx: Reader,
  member: string,
  before: Cursor | null,
  limit: number,
): Promise<MemberShoutout[]> {
  const { at, id } = before ?? topCursor;
  return tx.query(memberShoutoutsSql, [member, at, id, limit]);
}
