// Pages of a member's goals: open ones in their order, then completed ones, newest first.
import type { MemberGoal } from './member-contract.ts';

/** Where a page of goals begins: after an open goal, or below a completed one. */
export type GoalCursor = { position: number; id: string } | { completedAt: string; id: string };

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const openShape = new RegExp(`^open~(-?\\d{1,9})~(${id})$`);
const completedShape = new RegExp(`^((?!0000)\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)~(${id})$`);

/** Parses a page's `next`. Null: the first page. */
export function decideGoalCursor(text: string | undefined): GoalCursor | null | 'invalid' {
  if (text === undefined) return null;
  const open = openShape.exec(text);
  if (open) return { position: Number(open[1]), id: open[2]! };
  const [, completedAt = '', goalId = ''] = completedShape.exec(text) ?? [];
  const at = new Date(completedAt);
  // `Date` reads February 30 as a day in March; PostgreSQL rejects it.
  const isInstant = !Number.isNaN(at.getTime()) && at.toISOString() === completedAt;
  return isInstant ? { completedAt, id: goalId } : 'invalid';
}

/** Builds a page of goals from `limit + 1` rows: the extra row means there is a next page. */
export function goalPageOf<Row extends Pick<MemberGoal, 'id' | 'completed_at'> & { position: number }>(
  found: Row[],
  limit: number,
): { rows: Omit<Row, 'position'>[]; next: string | null } {
  const last = found.length > limit ? found[limit - 1] : undefined;
  const rows = found.slice(0, limit).map(({ position: _position, ...goal }) => goal);
  if (!last) return { rows, next: null };
  return {
    rows,
    next: last.completed_at === null ? `open~${last.position}~${last.id}` : `${last.completed_at}~${last.id}`,
  };
}
