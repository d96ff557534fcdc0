// Completing: the double rule is drawn, the row leaves, the entry stands on the timeline, and a message offers the way
// back for 10 seconds (R-C3).
import type { QueryClient } from '@tanstack/react-query';
import type { CheckIn } from '#features/check-ins/contract.ts';
import {
  addOwnRow,
  countRow,
  holdEntry,
  putRow,
  recount,
} from '#features/check-ins/web/queries/check-in-changes.ts';
import { binQuery, type Scope } from '#features/check-ins/web/queries/check-in-queries.ts';
import { startOf } from '#features/check-ins/web/formats.ts';
import { newId } from '#platform/clock/id.ts';
import { dismissAbout, toast } from '#ui/toast.ts';
import type { Goal } from '../contract.ts';
import { texts } from '../texts.ts';
import { setAgain } from './add-goal.ts';
import { changeList, withGoal, withoutGoal } from './goal-changes.ts';
import { drawRule, focusBeside, focusGoal, slideAway } from './goal-motion.ts';
import { call } from './goal-queries.ts';
import { isOffList } from './off-list.ts';
import { say } from './said.ts';
import { tellUndo } from './tell-undo.ts';

/** Takes a goal off the list as done and tells the server; when that fails, the goal comes back. */
export async function completeGoal(queries: QueryClient, scope: Scope, goal: Goal): Promise<void> {
  const params = { id: goal.id };
  const about = `goal ${goal.id}`;
  dismissAbout(about);
  const body = { check_in_id: newId() };
  const release = holdEntry(body.check_in_id);
  focusBeside(goal.id);
  const done = changeList(queries, scope, {
    show: (goals) => withoutGoal(goals, goal.id),
    leaving: drawRule(goal.id).then(() => slideAway(goal.id)),
    takeBack: (goals) => withGoal(goals, goal),
    send: () => call('POST /api/goals/:id/complete', { params, body }),
  });
  const forget = tellUndo({
    title: texts.completed.title,
    description: startOf(goal.text),
    onUndo: () =>
      void done.then(
        ({ check_in }) => reopenGoal(queries, scope, goal, check_in),
        () => undefined,
      ),
    ...(goal.cadence && {
      other: { label: texts.completed.again, onPress: () => setAgain(queries, scope, goal) },
    }),
  });
  try {
    const { check_in } = await done;
    if (check_in?.deleted_at === null) addOwnRow(queries, scope, check_in);
  } catch (error) {
    forget();
    // Nothing is there to come back when another window has deleted it.
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

/** Puts a goal back on the list and its entry into the bin. */
async function reopenGoal(
  queries: QueryClient,
  scope: Scope,
  goal: Goal,
  entry: CheckIn | null,
): Promise<void> {
  const release = entry ? holdEntry(entry.id) : undefined;
  if (entry) {
    putRow(queries, scope, { ...entry, deleted_at: new Date().toISOString() });
    countRow(queries, scope, entry, -1);
  }
  try {
    await changeList(queries, scope, {
      show: (goals) => withGoal(goals, goal),
      takeBack: (goals) => withoutGoal(goals, goal.id),
      send: () => call('POST /api/goals/:id/reopen', { params: { id: goal.id } }),
    });
    say(texts.completed.undone);
    focusGoal(goal.id);
  } catch (error) {
    console.warn('A goal could not be put back.', error);
    if (entry) addOwnRow(queries, scope, entry);
    const { undoFailed: title, undoFailedDetail: description } = texts.completed;
    toast({ title, description, tone: 'danger', about: `goal ${goal.id}` });
  } finally {
    release?.();
    recount(queries, scope);
    void queries.invalidateQueries({ queryKey: binQuery(scope).queryKey });
  }
}
