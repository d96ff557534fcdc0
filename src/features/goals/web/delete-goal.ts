// Deleting without a question: the goal leaves at once, and a message offers Undo for 10 seconds.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#features/check-ins/web/queries/check-in-queries.ts';
import { startOf } from '#features/check-ins/web/formats.ts';
import { dismissAbout, toast } from '#ui/toast.ts';
import type { Goal } from '../contract.ts';
import { texts } from '../texts.ts';
import { changeList, withGoal, withoutGoal } from './goal-changes.ts';
import { focusBeside, focusGoal, slideAway } from './goal-motion.ts';
import { call } from './goal-queries.ts';
import { isOffList } from './off-list.ts';
import { say } from './said.ts';
import { tellUndo } from './tell-undo.ts';

/** Takes a goal off the list and tells the server; when that fails, the goal comes back. */
export async function deleteGoal(queries: QueryClient, scope: Scope, goal: Goal): Promise<void> {
  const params = { id: goal.id };
  const about = `goal ${goal.id}`;
  dismissAbout(about);
  focusBeside(goal.id);
  const deleted = changeList(queries, scope, {
    show: (goals) => withoutGoal(goals, goal.id),
    leaving: slideAway(goal.id),
    takeBack: (goals) => withGoal(goals, goal),
    send: () => call('DELETE /api/goals/:id', { params }),
  });
  const forget = tellUndo({
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
    forget();
    if (!isOffList(error)) toast({ title: texts.deleted.failed, tone: 'danger', about });
  }
}

async function restoreGoal(queries: QueryClient, scope: Scope, goal: Goal): Promise<void> {
  try {
    await changeList(queries, scope, {
      show: (goals) => withGoal(goals, goal),
      takeBack: (goals) => withoutGoal(goals, goal.id),
      send: () => call('POST /api/goals/:id/restore', { params: { id: goal.id } }),
    });
    say(texts.deleted.restored);
    focusGoal(goal.id);
  } catch (error) {
    console.warn('A goal could not be restored.', error);
    const { restoreFailed: title, restoreFailedDetail: description } = texts.deleted;
    toast({ title, description, tone: 'danger', about: `goal ${goal.id}` });
  }
}
