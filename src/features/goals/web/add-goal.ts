import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { dayOf } from '#platform/clock/days.ts';
import { guestId } from '#features/guest/constants.ts';
import { newId } from '#platform/clock/id.ts';
import { hasCode, isClientError, messageOf } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import type { Cadence, Goal } from '../contract.ts';
import { periodForRepeat, periodStart } from '../rules.ts';
import { texts } from '../texts.ts';
import { chipOf } from './goal-chip.tsx';
import { changeList, withGoal } from './goal-changes.ts';
import { sendOrQueue } from './goal-outbox.ts';
import type { NewGoal } from './goal-queue.ts';

/** Groups the toasts about a new goal. */
export const newGoalAbout = 'new-goal';

/** How long "Goal added!" is shown, in milliseconds. */
const addedToastMs = 500;

/** Saves a goal. Without a connection, queues it in the browser and shows a toast. Rejects with `Problem`. */
async function send(queries: QueryClient, scope: Scope, goal: NewGoal): Promise<'sent' | 'queued'> {
  const at = new Date().toISOString();
  const added = await changeList(queries, scope, {
    // The list has no goal with this id yet, and "Set it again" has no draft: it must not wait for other changes.
    immediate: true,
    send: () => sendOrQueue({ queries, scope }, { kind: 'add', goal, at, checkInId: '' }),
    confirm: (goals, result) => (result === 'queued' ? [...goals] : withGoal(goals, result.goal)),
  });
  if (added !== 'queued') return 'sent';
  toast({ title: texts.waiting.added, description: texts.waiting.detail });
  return 'queued';
}

/** Shows that a goal was not added, with the server's reason if it gave one. */
function showAddError(error: unknown, retry?: () => void): void {
  const reason = isClientError(error) ? messageOf(error) : undefined;
  toast({
    title: texts.added.failed,
    ...(reason && { description: reason }),
    tone: 'danger',
    about: newGoalAbout,
    ...(retry && reason === undefined && { action: { label: texts.again.retry, onPress: retry } }),
  });
}

/** Adds a goal for the current period. `saved` includes queued; `id_taken` means another goal has this id. */
export async function addGoal(
  queries: QueryClient,
  scope: Scope,
  { id, text, cadence }: { id: string; text: string; cadence: Cadence | null },
): Promise<'saved' | 'failed' | 'id_taken'> {
  const today = dayOf(Date.now(), scope.timezone);
  const period_start = cadence && periodStart(cadence, today);
  try {
    if ((await send(queries, scope, { id, text, cadence, period_start })) === 'queued') return 'saved';
  } catch (error) {
    if (hasCode(error, 'id_taken')) return 'id_taken';
    showAddError(error);
    return 'failed';
  }
  const description = scope.userId === guestId ? texts.added.guest : texts.added.saved;
  toast({ title: texts.added.title, description, duration: addedToastMs, about: newGoalAbout });
  return 'saved';
}

/** Sets a completed goal again, for its next period (R-C3). */
export function setAgain(queries: QueryClient, scope: Scope, completed: Goal): void {
  const { cadence, period_start, text } = completed;
  if (!cadence || !period_start) return;
  const today = dayOf(Date.now(), scope.timezone);
  const goal = { id: newId(), text, cadence, period_start: periodForRepeat(cadence, period_start, today) };
  async function set() {
    try {
      if ((await send(queries, scope, goal)) === 'queued') return;
    } catch (error) {
      showAddError(error, () => void set());
      return;
    }
    const chip = chipOf(goal, today);
    toast({ title: texts.again.title, ...(chip && { description: chip.text }) });
  }
  void set();
}
