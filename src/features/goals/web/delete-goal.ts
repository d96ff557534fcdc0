// Deletes without confirmation: the goal disappears immediately, and a toast offers Undo for 10 seconds.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { withRetries } from '#platform/http/retries.ts';
import { startOf } from '#platform/reader/formats.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { showUndoToast } from '#ui/undo-toast.ts';
import type { Goal } from '../contract.ts';
import { texts } from '../texts.ts';
import { changeList, withGoal, withoutGoal } from './goal-changes.ts';
import { focusNeighbor, focusGoal, slideAway } from './goal-motion.ts';
import { call } from './goal-queries.ts';
import { isOffList } from './off-list.ts';
import { announceStatus } from './status-message.ts';

/** Removes a goal from the list and deletes it on the server. Puts it back if that fails. */
export async function deleteGoal(queries: QueryClient, scope: Scope, goal: Goal): Promise<void> {
  const params = { id: goal.id };
  const about = `goal ${goal.id}`;
  dismissToastsAbout(about);
  focusNeighbor(goal.id);
  const deleted = changeList(queries, scope, {
    optimistic: {
      apply: (goals) => withoutGoal(goals, goal.id),
      revert: (goals) => withGoal(goals, goal),
      leaving: slideAway(goal.id),
    },
    send: () => withRetries(() => call('DELETE /api/goals/:id', { params })),
  });
  const removeUndo = showUndoToast({
    title: texts.deleted.title,
    description: startOf(goal.text),
    onUndo: () =>
      void deleted.then(
        () => restoreGoal(queries, scope, goal),
        () => undefined,
      ),
  });
  try {
    await deleted;
  } catch (error) {
    removeUndo();
    if (!isOffList(error)) toast({ title: texts.deleted.failed, tone: 'danger', about });
  }
}

async function restoreGoal(queries: QueryClient, scope: Scope, goal: Goal): Promise<void> {
  try {
    await changeList(queries, scope, {
      optimistic: {
        apply: (goals) => withGoal(goals, goal),
        revert: (goals) => withoutGoal(goals, goal.id),
      },
      send: () => withRetries(() => call('POST /api/goals/:id/restore', { params: { id: goal.id } })),
    });
    announceStatus(texts.deleted.restored);
    focusGoal(goal.id);
  } catch (error) {
    console.warn('A goal could not be restored.', error);
    const { restoreFailed: title, restoreFailedDetail: description } = texts.deleted;
    toast({ title, description, tone: 'danger', about: `goal ${goal.id}` });
  }
}
