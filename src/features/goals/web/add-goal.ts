import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#features/check-ins/web/queries/check-in-queries.ts';
import { dayOf } from '#features/check-ins/web/months.ts';
import { canWait, untilAnswered } from '#features/check-ins/web/queries/until-answered.ts';
import { guestId } from '#features/guest/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { Problem } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import type { Cadence, Goal } from '../contract.ts';
import { periodAgain, periodStart } from '../rules.ts';
import { texts } from '../texts.ts';
import { chipOf } from './goal-chip.tsx';
import { withGoal } from './goal-changes.ts';
import { call, goalsQuery } from './goal-queries.ts';
import { putQueued, type NewGoal } from './goal-queue.ts';

/** How long "Goal added!" stands, in milliseconds. */
const addedForMs = 500;

/** Saves a goal; without a connection it waits in the browser, and the user is told so. Throws `Problem`. */
async function send(queries: QueryClient, scope: Scope, goal: NewGoal): Promise<'sent' | 'waits'> {
  try {
    const added = await untilAnswered(() => call('POST /api/goals', { body: goal }));
    queries.setQueryData(goalsQuery(scope).queryKey, (goals) => goals && withGoal(goals, added));
    return 'sent';
  } catch (error) {
    const at = new Date().toISOString();
    if (!canWait(error) || !putQueued(scope.userId, { kind: 'add', goal, at })) throw error;
    toast({ title: texts.waiting.added, description: texts.waiting.detail });
    return 'waits';
  }
}

/** Says that a goal was not added, and why where the server said so. */
function tellFailed(error: unknown, retry?: () => void): void {
  const refused = error instanceof Problem && error.status >= 400 && error.status < 500 ? error : undefined;
  const why = refused && (refused.detail ?? refused.title);
  toast({
    title: texts.added.failed,
    ...(why && { description: why }),
    tone: 'danger',
    about: 'new-goal',
    ...(retry && !refused && { action: { label: texts.again.retry, onPress: retry } }),
  });
}

/** Adds a goal for the current period. Returns whether it is saved, here or in the browser, or that its id is taken by other words. */
export async function addGoal(
  queries: QueryClient,
  scope: Scope,
  { id, text, cadence }: { id: string; text: string; cadence: Cadence | null },
): Promise<'saved' | 'failed' | 'id_taken'> {
  const today = dayOf(Date.now(), scope.timezone);
  const period_start = cadence && periodStart(cadence, today);
  try {
    if ((await send(queries, scope, { id, text, cadence, period_start })) === 'waits') return 'saved';
  } catch (error) {
    if (error instanceof Problem && error.code === 'id_taken') return 'id_taken';
    tellFailed(error);
    return 'failed';
  }
  const description = scope.userId === guestId ? texts.added.guest : texts.added.saved;
  toast({ title: texts.added.title, description, duration: addedForMs, about: 'new-goal' });
  return 'saved';
}

/** Sets a goal that is done for its next period (R-C3). */
export function setAgain(queries: QueryClient, scope: Scope, done: Goal): void {
  const { cadence, period_start, text } = done;
  if (!cadence || !period_start) return;
  const today = dayOf(Date.now(), scope.timezone);
  const goal = { id: newId(), text, cadence, period_start: periodAgain(cadence, period_start, today) };
  async function set() {
    try {
      if ((await send(queries, scope, goal)) === 'waits') return;
    } catch (error) {
      tellFailed(error, () => void set());
      return;
    }
    const chip = chipOf(goal, today);
    toast({ title: texts.again.title, ...(chip && { description: chip.words }) });
  }
  void set();
}
