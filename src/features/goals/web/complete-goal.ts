// Completing a goal: draws the double rule, slides the row out, adds the entry to the timeline, and offers Undo for
// 10 seconds (R-C3).
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import {
  addOwnRow,
  countRow,
  pauseLiveUpdates,
  putRow,
  recount,
} from '#features/check-ins/web/queries/check-in-changes.ts';
import { binQuery } from '#features/check-ins/web/queries/check-in-queries.ts';
import { withRetries } from '#platform/http/retries.ts';
import { startOf } from '#platform/reader/formats.ts';
import { newId } from '#platform/clock/id.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { showUndoToast } from '#ui/undo-toast.ts';
import type { Goal } from '../contract.ts';
import { texts } from '../texts.ts';
import { setAgain } from './add-goal.ts';
import { changeList, withGoal, withoutGoal } from './goal-changes.ts';
import { drawRule, focusNeighbor, focusGoal, slideAway } from './goal-motion.ts';
import { call, goalsQuery } from './goal-queries.ts';
import { sendOrQueue } from './goal-outbox.ts';
import { dropCompletion, queuedGoal } from './goal-queue.ts';
import { isOffList } from './off-list.ts';
import { announceStatus } from './status-message.ts';

/** Removes a goal from the list and completes it on the server. Puts it back if that fails. */
export async function completeGoal(queries: QueryClient, scope: Scope, goal: Goal): Promise<void> {
  const about = `goal ${goal.id}`;
  dismissToastsAbout(about);
  const checkInId = newId();
  const at = new Date().toISOString();
  const release = pauseLiveUpdates(checkInId);
  focusNeighbor(goal.id);
  const completion = changeList(queries, scope, {
    optimistic: {
      apply: (goals) => withoutGoal(goals, goal.id),
      revert: (goals) => withGoal(goals, goal),
      leaving: drawRule(goal.id).then(() => slideAway(goal.id)),
    },
    send: () => sendOrQueue({ queries, scope }, { kind: 'complete', goal, checkInId, at }),
  });
  const removeUndo = showUndoToast({
    title: texts.completed.title,
    description: startOf(goal.text),
    onUndo: () =>
      void completion.then(
        (result) => undoCompletion(queries, scope, goal, result === 'queued' ? null : result.check_in),
        () => undefined,
      ),
    ...(goal.cadence && {
      otherAction: { label: texts.completed.again, onPress: () => setAgain(queries, scope, goal) },
    }),
  });
  try {
    const result = await completion;
    if (result === 'queued') toast({ title: texts.waiting.completed, description: texts.waiting.detail });
    else if (result.check_in?.deleted_at === null) addOwnRow(queries, scope, result.check_in);
  } catch (error) {
    removeUndo();
    // It was deleted in another tab or on another device, so there is nothing to put back.
    if (isOffList(error)) return;
    toast({
      title: texts.completed.failed,
      description: texts.completed.failedDetail,
      tone: 'danger',
      about,
    });
  } finally {
    release();
    recount(queries, scope);
  }
}

/** Undo: drops a queued completion, or reopens the goal on the server. */
async function undoCompletion(
  queries: QueryClient,
  scope: Scope,
  goal: Goal,
  entry: CheckIn | null,
): Promise<void> {
  if (!dropCompletion(goal.id)) return reopenGoal(queries, scope, goal, entry);
  if (!queuedGoal(goal.id))
    queries.setQueryData(goalsQuery(scope).queryKey, (goals) => goals && withGoal(goals, goal));
  announceStatus(texts.completed.undone);
  focusGoal(goal.id);
}

/** Puts a goal back on the list and moves its entry to the bin. */
async function reopenGoal(
  queries: QueryClient,
  scope: Scope,
  goal: Goal,
  entry: CheckIn | null,
): Promise<void> {
  const release = entry ? pauseLiveUpdates(entry.id) : undefined;
  if (entry) {
    putRow(queries, scope, { ...entry, deleted_at: new Date().toISOString() });
    countRow(queries, scope, entry, -1);
  }
  try {
    await changeList(queries, scope, {
      optimistic: {
        apply: (goals) => withGoal(goals, goal),
        revert: (goals) => withoutGoal(goals, goal.id),
      },
      send: () => withRetries(() => call('POST /api/goals/:id/reopen', { params: { id: goal.id } })),
    });
    announceStatus(texts.completed.undone);
    focusGoal(goal.id);
  } catch (error) {
    console.warn('A goal could not be reopened.', error);
    if (entry) addOwnRow(queries, scope, entry);
    const { undoFailed: title, undoFailedDetail: description } = texts.completed;
    toast({ title, description, tone: 'danger', about: `goal ${goal.id}` });
  } finally {
    release?.();
    recount(queries, scope);
    void queries.invalidateQueries({ queryKey: binQuery(scope).queryKey });
  }
}
