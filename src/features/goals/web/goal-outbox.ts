// Sends goals added or completed offline when the connection is back.
import type { QueryClient } from '@tanstack/react-query';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { addOwnRow } from '#features/check-ins/web/queries/check-in-changes.ts';
import { hasCode, messageOf } from '#platform/http/client.ts';
import { outbox } from '#platform/outbox/outbox.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { toast } from '#ui/toast.ts';
import type { Goal } from '../contract.ts';
import { texts } from '../texts.ts';
import { withGoal, withoutGoal } from './goal-changes.ts';
import { call, goalsQuery } from './goal-queries.ts';
import { goalQueue, queuedGoal, type GoalWrite } from './goal-queue.ts';
import { isOffList } from './off-list.ts';

type Page = { queries: QueryClient; scope: Scope };
/** The entry of a completed goal, if the goal had no other one. */
type GoalResponse = { goal: Goal; check_in: CheckIn | null };

export const goalOutbox = outbox<GoalWrite, Page, GoalResponse>({
  queue: goalQueue,
  deliver: (write, _, late) => request(write, late ? write.at : undefined),
  // This device's clock is ahead: resend without the time, so that the server uses its own.
  fixed: (write, error) =>
    hasCode(error, 'invalid_date') && write.at !== undefined ? { ...write, at: undefined } : undefined,
  complete({ kind, goal }, response, { queries, scope }) {
    const { queryKey } = goalsQuery(scope);
    if (kind === 'add') {
      queries.setQueryData(queryKey, (goals) => goals && withGoal(goals, response.goal));
      return;
    }
    queries.setQueryData(queryKey, (goals) => goals && withoutGoal(goals, goal.id));
    if (response.check_in?.deleted_at === null) addOwnRow(queries, scope, response.check_in);
  },
  // A refused goal stays with the reason, so that its text is not lost. A refused completion is dropped.
  refused({ kind }, error, { queries, scope }) {
    const reason = messageOf(error) ?? '';
    if (kind === 'add') {
      toast({ title: texts.added.failed, ...(reason && { description: reason }), tone: 'danger' });
      return { reason, code: '' };
    }
    void queries.invalidateQueries({ queryKey: goalsQuery(scope).queryKey });
    if (!isOffList(error))
      toast({ title: texts.completed.failed, description: texts.completed.failedDetail, tone: 'danger' });
    return undefined;
  },
});

async function request({ kind, goal, checkInId }: GoalWrite, at: string | undefined): Promise<GoalResponse> {
  const { id, text, cadence, period_start } = goal;
  if (kind === 'add') {
    const body = { id, text, cadence, period_start, ...(at && { created_at: at }) };
    return { goal: await call('POST /api/goals', { body }), check_in: null };
  }
  const body = { check_in_id: checkInId, ...(at && { completed_at: at }) };
  return call('POST /api/goals/:id/complete', { params: { id }, body });
}

/** Starts sending queued writes from this page. Later calls do nothing. */
export function startGoalOutbox(queries: QueryClient, scope: Scope): void {
  goalOutbox.start(scope.userId, { queries, scope });
}

/**
 * Sends a write, with retries. While the server cannot be reached, or still lacks the goal itself, queues it instead.
 * Rejects with `Problem`.
 */
export async function sendOrQueue(page: Page, write: GoalWrite): Promise<GoalResponse | 'queued'> {
  if (queuedGoal(write.goal.id) && goalOutbox.hold(write)) return 'queued';
  return goalOutbox.sendOrQueue(write, page);
}
