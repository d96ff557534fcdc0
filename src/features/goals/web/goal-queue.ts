// The queue of goals added or completed offline, and as shown in the list.
import {
  group,
  oneOf,
  oneOfOrNull,
  optionalTime,
  required,
  text,
  textOrNull,
} from '#platform/drafts/fields.ts';
import { queue, type Queued } from '#platform/outbox/queue.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { useStore } from '#ui/store.ts';
import { cadences } from '../constants.ts';
import type { Goal } from '../contract.ts';
import { inOrder } from '../rules.ts';

export type NewGoal = Pick<Goal, 'id' | 'text' | 'cadence' | 'period_start'>;

export type GoalWrite = {
  kind: 'add' | 'complete';
  goal: NewGoal;
  /** When the user did it; undefined if the server should use its own time. */
  at: string | undefined;
  /** Of the entry of a completed goal. */
  checkInId: string;
};
type QueuedGoals = readonly Queued<GoalWrite>[];

export const goalQueue = queue<GoalWrite>({
  name: 'goal-unsent',
  fields: {
    kind: required(oneOf(['add', 'complete'])),
    goal: required(
      group({
        id: required(text),
        text: required(text),
        cadence: oneOfOrNull(cadences),
        period_start: textOrNull,
      }),
    ),
    at: optionalTime,
    checkInId: text,
  },
  idOf: ({ kind, goal }) => `${kind}-${goal.id}`,
  madeAt: ({ at }) => at,
});

/** The queued addition of a goal, while the server does not have it yet. */
export function queuedGoal(goalId: string): Queued<GoalWrite> | undefined {
  return goalQueue.find(`add-${goalId}`);
}

/** Drops the queued completion of a goal. Returns whether there was one. */
export function dropCompletion(goalId: string): boolean {
  const isQueued = goalQueue.find(`complete-${goalId}`) !== undefined;
  if (isQueued) goalQueue.drop(`complete-${goalId}`);
  return isQueued;
}

/** Drops everything queued for a goal, including its completion. */
export function dropGoal(goalId: string): void {
  for (const kind of ['add', 'complete']) goalQueue.drop(`${kind}-${goalId}`);
}

/** The queue, for components. */
export function useGoalQueue(): QueuedGoals {
  return useStore(goalQueue.store, ({ all }) => all);
}

/** The list as it will be once the queue is sent. */
export function withQueued(goals: readonly Goal[], userId: string, queued: QueuedGoals): Goal[] {
  const all = queued.map(({ write }) => write);
  const done = new Set(all.filter(({ kind }) => kind === 'complete').map(({ goal }) => goal.id));
  const last = Math.max(0, ...goals.map(({ position }) => position));
  const added = all
    .filter(({ kind, goal }) => kind === 'add' && !goals.some(({ id }) => id === goal.id))
    .map(({ goal, at }, index): Goal => ({
      ...goal,
      text: normalizeText(goal.text),
      user_id: userId,
      position: last + 1 + index,
      created_at: at ?? '',
      completed_at: null,
      deleted_at: null,
      check_in_id: null,
    }));
  return inOrder([...goals, ...added].filter(({ id }) => !done.has(id)));
}
