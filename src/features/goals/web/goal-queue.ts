// The queue of goals added or completed offline: in browser storage, and as shown in the list.
import { stash } from '#platform/tabs/stash.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { createStore, useStore } from '#ui/store.ts';
import { cadences } from '../constants.ts';
import type { Goal } from '../contract.ts';
import { inOrder } from '../rules.ts';

type QueueState = {
  /** When the user did it; undefined if the server should use its own time. */
  at: string | undefined;
  /** Why the server refused it. It is not resent until the user retries. */
  reason?: string | undefined;
};
export type NewGoal = Pick<Goal, 'id' | 'text' | 'cadence' | 'period_start'>;
export type QueuedGoal = QueueState & { kind: 'add'; goal: NewGoal };
export type Queued = QueuedGoal | (QueueState & { kind: 'complete'; goal: NewGoal; checkInId: string });

const stored = stash('goal-unsent');
const queue = createStore<{ userId: string; all: readonly Queued[] }>({ userId: '', all: [] });

const idOf = ({ kind, goal }: Queued) => `${kind}-${goal.id}`;

/** All queued writes from every tab, in the order they were made. */
export function queueOf(userId: string): Queued[] {
  return stored.peek(userId).flatMap(([, value]) => parseQueued(value));
}

function refresh(userId: string): void {
  queue.set({ userId, all: queueOf(userId) });
}

let listening = false;

/** Loads this user's queue and keeps it in sync with other tabs. */
export function loadQueue(userId: string): void {
  if (queue.get().userId !== userId) refresh(userId);
  if (listening) return;
  listening = true;
  addEventListener('storage', ({ key }) => {
    const owner = queue.get().userId;
    if (key === null || stored.idOf(key, owner) !== undefined) refresh(owner);
  });
}

/** Returns whether it was stored. */
export function putQueued(userId: string, queued: Queued): boolean {
  const success = stored.put(userId, idOf(queued), queued);
  refresh(userId);
  return success;
}

export function dropQueued(userId: string, queued: Queued): void {
  stored.drop(userId, idOf(queued));
  refresh(userId);
}

/** The queued addition of a goal, while the server does not have it yet. */
export function queuedGoal(userId: string, goalId: string): QueuedGoal | undefined {
  return queueOf(userId).find(
    (queued): queued is QueuedGoal => queued.kind === 'add' && queued.goal.id === goalId,
  );
}

/** Drops the queued completion of a goal. Returns whether there was one. */
export function dropCompletion(userId: string, goalId: string): boolean {
  const found = queueOf(userId).find(({ kind, goal }) => kind === 'complete' && goal.id === goalId);
  if (found) dropQueued(userId, found);
  return found !== undefined;
}

/** Drops everything queued for a goal, including its completion. */
export function dropGoal(userId: string, goalId: string): void {
  for (const queued of queueOf(userId)) if (queued.goal.id === goalId) dropQueued(userId, queued);
}

/** The queue, for components. */
export function useQueue(): readonly Queued[] {
  return useStore(queue, ({ all }) => all);
}

/** The list as it will be once the queue is sent. */
export function withQueued(goals: readonly Goal[], userId: string, all: readonly Queued[]): Goal[] {
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

/** Validates the shape: storage may hold data of older versions, or be edited by hand. */
function parseQueued(value: unknown): Queued[] {
  const { kind, goal, at, reason, checkInId } = (value ?? {}) as Record<string, unknown>;
  const { id, text, cadence, period_start } = (goal ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || typeof text !== 'string') return [];
  const common = {
    goal: {
      id,
      text,
      cadence: cadences.find((known) => known === cadence) ?? null,
      period_start: typeof period_start === 'string' ? period_start : null,
    },
    at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : undefined,
    reason: typeof reason === 'string' ? reason : undefined,
  };
  if (kind === 'add') return [{ kind, ...common }];
  return kind === 'complete' && typeof checkInId === 'string' ? [{ kind, checkInId, ...common }] : [];
}
