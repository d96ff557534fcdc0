// The goals that wait for a connection, as the browser's storage keeps them and as the list shows them.
import { normalizeContent } from '#features/check-ins/rules.ts';
import { shelf } from '#features/check-ins/web/shelf.ts';
import { createStore, useStore } from '#ui/store.ts';
import { cadences, type Goal } from '../contract.ts';
import { inOrder } from '../rules.ts';

type Wait = {
  /** When it was done; left out where the server takes the moment of its arrival. */
  at: string | undefined;
  /** Why the server refused it; it is not sent again until the user asks for it. */
  reason?: string | undefined;
};
export type NewGoal = Pick<Goal, 'id' | 'text' | 'cadence' | 'period_start'>;
export type QueuedGoal = Wait & { kind: 'add'; goal: NewGoal };
export type Queued = QueuedGoal | (Wait & { kind: 'complete'; goal: NewGoal; checkInId: string });

const kept = shelf('goal-unsent');
const queue = createStore<{ userId: string; all: readonly Queued[] }>({ userId: '', all: [] });

const idOf = ({ kind, goal }: Queued) => `${kind}-${goal.id}`;

/** What waits, in the order in which it was done, whichever window did it. */
export function queueOf(userId: string): Queued[] {
  return kept.look(userId).flatMap(([, value]) => restore(value));
}

function refresh(userId: string): void {
  queue.set({ userId, all: queueOf(userId) });
}

let listening = false;

/** Reads what this user's pages left waiting, and follows the other windows. */
export function loadQueue(userId: string): void {
  if (queue.get().userId !== userId) refresh(userId);
  if (listening) return;
  listening = true;
  addEventListener('storage', ({ key }) => {
    const owner = queue.get().userId;
    if (key === null || kept.idOf(key, owner) !== undefined) refresh(owner);
  });
}

/** Returns whether the browser's storage took it. */
export function putQueued(userId: string, queued: Queued): boolean {
  const stored = kept.put(userId, idOf(queued), queued);
  refresh(userId);
  return stored;
}

export function dropQueued(userId: string, queued: Queued): void {
  kept.drop(userId, idOf(queued));
  refresh(userId);
}

/** A goal that the server does not have yet, with what waits for it. */
export function queuedGoal(userId: string, goalId: string): QueuedGoal | undefined {
  return queueOf(userId).find((one): one is QueuedGoal => one.kind === 'add' && one.goal.id === goalId);
}

/** Takes a completion back that was not sent yet; returns whether there was one. */
export function dropCompletion(userId: string, goalId: string): boolean {
  const found = queueOf(userId).find(({ kind, goal }) => kind === 'complete' && goal.id === goalId);
  if (found) dropQueued(userId, found);
  return found !== undefined;
}

/** Takes a goal back that was not sent yet, with its completion. */
export function dropGoal(userId: string, goalId: string): void {
  for (const queued of queueOf(userId)) if (queued.goal.id === goalId) dropQueued(userId, queued);
}

/** What waits, for components. */
export function useQueue(): readonly Queued[] {
  return useStore(queue, ({ all }) => all);
}

/** The list as it will be once all is sent. */
export function withQueued(goals: readonly Goal[], userId: string, all: readonly Queued[]): Goal[] {
  const done = new Set(all.filter(({ kind }) => kind === 'complete').map(({ goal }) => goal.id));
  const last = Math.max(0, ...goals.map(({ position }) => position));
  const added = all
    .filter(({ kind, goal }) => kind === 'add' && !goals.some(({ id }) => id === goal.id))
    .map(({ goal, at }, index): Goal => ({
      ...goal,
      text: normalizeContent(goal.text),
      user_id: userId,
      position: last + 1 + index,
      created_at: at ?? '',
      completed_at: null,
      deleted_at: null,
      check_in_id: null,
    }));
  return inOrder([...goals, ...added].filter(({ id }) => !done.has(id)));
}

/** Storage can be edited by anyone at this device, and by older versions: only the right shape is taken. */
function restore(value: unknown): Queued[] {
  const { kind, goal, at, reason, checkInId } = (value ?? {}) as Record<string, unknown>;
  const { id, text, cadence, period_start } = (goal ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || typeof text !== 'string') return [];
  const wait = {
    goal: {
      id,
      text,
      cadence: cadences.find((one) => one === cadence) ?? null,
      period_start: typeof period_start === 'string' ? period_start : null,
    },
    at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : undefined,
    reason: typeof reason === 'string' ? reason : undefined,
  };
  if (kind === 'add') return [{ kind, ...wait }];
  return kind === 'complete' && typeof checkInId === 'string' ? [{ kind, checkInId, ...wait }] : [];
}
