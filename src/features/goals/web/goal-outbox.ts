// Goals added or completed offline. They are queued in browser storage and sent in order when the connection is back,
// possibly by a page that is opened later. The browser generates the ids, so resending is harmless. Not TanStack's
// paused mutations: those belong to one tab, which would have to outlive the connection, and a write is lost between
// two of their saves.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { onReconnect } from '#platform/live/on-reconnect.ts';
import { addOwnRow } from '#features/check-ins/web/queries/check-in-changes.ts';
import { canRetryLater, withRetries } from '#platform/http/retries.ts';
import { hasCode, messageOf } from '#platform/http/client.ts';
import { withTabLock } from '#platform/tabs/tab-lock.ts';
import { toast } from '#ui/toast.ts';
import { texts } from '../texts.ts';
import { withGoal, withoutGoal } from './goal-changes.ts';
import { call, goalsQuery } from './goal-queries.ts';
import { dropQueued, loadQueue, putQueued, queuedGoal, queueOf, type Queued } from './goal-queue.ts';
import { isOffList } from './off-list.ts';

let started = false;

/** Starts sending queued writes from this page. Later calls do nothing. */
export function startGoalOutbox(queries: QueryClient, scope: Scope): void {
  if (started) return;
  started = true;
  loadQueue(scope.userId);
  onReconnect(() => void sendQueued(queries, scope));
}

/**
 * Sends a write, with retries. While the server cannot be reached, or still lacks the goal itself, queues it instead.
 * Rejects with `Problem`.
 */
export async function sendOrQueue<Answer>(
  userId: string,
  write: Queued,
  send: () => Promise<Answer>,
): Promise<Answer | 'queued'> {
  if (queuedGoal(userId, write.goal.id) && putQueued(userId, write)) return 'queued';
  try {
    return await withRetries(send);
  } catch (error) {
    if (canRetryLater(error) && putQueued(userId, write)) return 'queued';
    throw error;
  }
}

/** Sends all queued writes in order, unless another tab is already sending them. */
export async function sendQueued(queries: QueryClient, scope: Scope): Promise<void> {
  const { userId } = scope;
  if (!navigator.onLine || queueOf(userId).length === 0) return;
  await withTabLock(`goal-outbox-${userId}`, 'skip', async () => {
    for (const queued of queueOf(userId)) {
      if (queued.reason === undefined && !(await send(queries, scope, queued))) return;
    }
  });
}

/** Returns whether the server responded. If not, the rest of the queue has to wait. */
async function send(queries: QueryClient, scope: Scope, queued: Queued): Promise<boolean> {
  try {
    await deliver(queries, scope, queued, queued.at);
  } catch (error) {
    if (canRetryLater(error)) return false;
    // This device's clock is ahead: resend without the time, so that the server uses its own.
    const clockAhead = hasCode(error, 'invalid_date') && queued.at !== undefined;
    if (clockAhead) return send(queries, scope, { ...queued, at: undefined });
    handleRefusal(queries, scope, queued, error);
  }
  return true;
}

async function deliver(
  queries: QueryClient,
  scope: Scope,
  queued: Queued,
  at: string | undefined,
): Promise<void> {
  const { queryKey } = goalsQuery(scope);
  if (queued.kind === 'add') {
    const { id, text, cadence, period_start } = queued.goal;
    const body = { id, text, cadence, period_start, ...(at && { created_at: at }) };
    const added = await call('POST /api/goals', { body });
    queries.setQueryData(queryKey, (goals) => goals && withGoal(goals, added));
  } else {
    const { goal, checkInId } = queued;
    const { check_in } = await call('POST /api/goals/:id/complete', {
      params: { id: goal.id },
      body: { check_in_id: checkInId, ...(at && { completed_at: at }) },
    });
    queries.setQueryData(queryKey, (goals) => goals && withoutGoal(goals, goal.id));
    if (check_in?.deleted_at === null) addOwnRow(queries, scope, check_in);
  }
  dropQueued(scope.userId, queued);
}

/** Keeps a refused goal in the queue with the reason, so that its text is not lost. Drops a refused completion. */
function handleRefusal(queries: QueryClient, scope: Scope, queued: Queued, error: unknown): void {
  const reason = messageOf(error) ?? '';
  if (queued.kind === 'add') {
    putQueued(scope.userId, { ...queued, reason });
    toast({ title: texts.added.failed, ...(reason && { description: reason }), tone: 'danger' });
    return;
  }
  dropQueued(scope.userId, queued);
  void queries.invalidateQueries({ queryKey: goalsQuery(scope).queryKey });
  if (isOffList(error)) return;
  toast({ title: texts.completed.failed, description: texts.completed.failedDetail, tone: 'danger' });
}
