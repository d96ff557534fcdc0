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
import { canWait, untilAnswered } from '#features/check-ins/web/queries/until-answered.ts';
import { startOf } from '#features/check-ins/web/formats.ts';
import { newId } from '#platform/clock/id.ts';
import { dismissAbout, toast } from '#ui/toast.ts';
import type { Goal } from '../contract.ts';
import { texts } from '../texts.ts';
import { setAgain } from './add-goal.ts';
import { changeList, withGoal, withoutGoal } from './goal-changes.ts';
import { drawRule, focusBeside, focusGoal, slideAway } from './goal-motion.ts';
import { call, goalsQuery } from './goal-queries.ts';
import { dropCompletion, putQueued, queuedGoal } from './goal-queue.ts';
import { isOffList } from './off-list.ts';
import { say } from './said.ts';
import { tellUndo } from './tell-undo.ts';

/** Takes a goal off the list as done and tells the server; when it is refused, the goal comes back. */
export async function completeGoal(queries: QueryClient, scope: Scope, goal: Goal): Promise<void> {
  const about = `goal ${goal.id}`;
  dismissAbout(about);
  const body = { check_in_id: newId() };
  const release = holdEntry(body.check_in_id);
  focusBeside(goal.id);
  const done = changeList(queries, scope, {
    show: (goals) => withoutGoal(goals, goal.id),
    leaving: drawRule(goal.id).then(() => slideAway(goal.id)),
    takeBack: (goals) => withGoal(goals, goal),
    send: () => completeOrQueue(scope, goal, body.check_in_id),
  });
  const forget = tellUndo({
    title: texts.completed.title,
    description: startOf(goal.text),
    onUndo: () =>
      void done.then(
        (answer) => takeBack(queries, scope, goal, answer === 'waits' ? null : answer.check_in),
        () => undefined,
      ),
    ...(goal.cadence && {
      other: { label: texts.completed.again, onPress: () => setAgain(queries, scope, goal) },
    }),
  });
  try {
    const answer = await done;
    if (answer === 'waits') toast({ title: texts.waiting.completed, description: texts.waiting.detail });
    else if (answer.check_in?.deleted_at === null) addOwnRow(queries, scope, answer.check_in);
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

/** The Undo: a completion that was not sent yet is dropped; any other is taken back on the server. */
async function takeBack(
  queries: QueryClient,
  scope: Scope,
  goal: Goal,
  entry: CheckIn | null,
): Promise<void> {
  if (!dropCompletion(scope.userId, goal.id)) return reopenGoal(queries, scope, goal, entry);
  if (!queuedGoal(scope.userId, goal.id))
    queries.setQueryData(goalsQuery(scope).queryKey, (goals) => goals && withGoal(goals, goal));
  say(texts.completed.undone);
  focusGoal(goal.id);
}

/** Without a connection the completion waits in the browser, as it does behind a goal that is waiting itself. */
async function completeOrQueue(scope: Scope, goal: Goal, checkInId: string) {
  const at = new Date().toISOString();
  const wait = () => putQueued(scope.userId, { kind: 'complete', goal, checkInId, at });
  if (queuedGoal(scope.userId, goal.id) && wait()) return 'waits';
  const params = { id: goal.id };
  const body = { check_in_id: checkInId };
  try {
    return await untilAnswered(() => call('POST /api/goals/:id/complete', { params, body }));
  } catch (error) {
    if (canWait(error) && wait()) return 'waits';
    throw error;
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
