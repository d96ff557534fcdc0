import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { withRetries } from '#platform/http/retries.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { texts } from '../texts.ts';
import { changeList, shownGoals, withMoved } from './goal-changes.ts';
import { call } from './goal-queries.ts';
import { announceStatus } from './status-message.ts';

/** Moves a goal behind another one, or to the top (R-C2), immediately. Moves it back if that cannot be saved. */
export async function moveGoal(
  queries: QueryClient,
  scope: Scope,
  id: string,
  after: string | null,
): Promise<void> {
  const before = (shownGoals(queries, scope) ?? []).map((goal) => goal.id);
  const at = before.indexOf(id);
  const target = after === null ? 0 : before.indexOf(after) + (before.indexOf(after) < at ? 1 : 0);
  if (at === -1 || target === at) return;
  dismissToastsAbout('goal-order');
  announceStatus(texts.moved(target + 1, before.length));
  try {
    await changeList(queries, scope, {
      optimistic: {
        apply: (goals) => withMoved(goals, id, after),
        revert: (goals) => withMoved(goals, id, before[at - 1] ?? null),
      },
      send: () => withRetries(() => call('PATCH /api/goals/:id', { params: { id }, body: { after } })),
    });
  } catch (error) {
    console.warn('A goal could not be moved.', error);
    toast({ title: texts.moveFailed, tone: 'danger', about: 'goal-order' });
  }
}

/** Moves a goal one place up (-1) or down (1). Does nothing at the ends of the list. */
export function stepGoal(queries: QueryClient, scope: Scope, id: string, step: 1 | -1): void {
  const ids = (shownGoals(queries, scope) ?? []).map((goal) => goal.id);
  const target = ids.indexOf(id) + step;
  if (target < 0 || target >= ids.length) return;
  const after = step === 1 ? ids[target] : ids[target - 1];
  void moveGoal(queries, scope, id, after ?? null);
}
