// Imports goals into an account, in list order.
import type { ImportedGoal } from '#features/goals/contract.ts';
import { refusalTexts } from '#features/goals/texts.ts';
import { newId } from '#platform/clock/id.ts';
import { hasCode } from '#platform/http/client.ts';
import { importTexts } from '../texts.ts';
import type { GuestGoal } from '#features/guest/web/guest-database.ts';
import { adoptGoalEdit } from './guest-drafts.ts';
import { advanceBy, callWithRetry, call, markLeft, redate, type Run } from './import-context.ts';
import { countOf, isOnList, keptGoals, renameGoal, settleGoals } from './import-store.ts';
import { splitBatch } from './split-batch.ts';

/** Call it after the entries, which goals link to. Resends goals that need a new id or no date. */
export async function importGoals(run: Run): Promise<void> {
  let queue = (await keptGoals()).filter(({ id }) => !run.left.has(id));
  while (queue.length > 0) {
    const [batch, rest] = splitBatch(queue, (goal) => toSend(run, goal));
    queue = [...rest, ...(await sendBatch(run, batch))];
  }
}

function toSend(run: Run, goal: GuestGoal): ImportedGoal {
  const { import_id: id, text, cadence, period_start, completed_at, check_in_id } = goal;
  const dated = !run.redated.has(goal.id) && { created_at: goal.created_at };
  return { id, text, cadence, period_start, ...dated, completed_at, check_in_id };
}

/** Returns the goals that must be resent. */
async function sendBatch(run: Run, batch: GuestGoal[]): Promise<GuestGoal[]> {
  try {
    const body = { user_id: run.userId, check_ins: [], goals: batch.map((goal) => toSend(run, goal)) };
    const { goals } = await callWithRetry(run, () => call('POST /api/guest_import', { body }));
    const accepted: GuestGoal[] = [];
    const resend: GuestGoal[] = [];
    for (const [index, goal] of batch.entries()) {
      const { outcome } = goals[index]!;
      if (outcome === 'written' || outcome === 'there') accepted.push(goal);
      else if (outcome === 'id_taken') {
        const import_id = newId();
        await renameGoal(goal.id, import_id);
        resend.push({ ...goal, import_id });
      } else if (outcome === 'invalid_date' && (await redate(run, goal.id))) resend.push(goal);
      else await leaveGoal(run, goal, refusalTexts[outcome].detail ?? refusalTexts[outcome].title);
    }
    for (const { id, import_id } of accepted) adoptGoalEdit(run.userId, id, import_id);
    await settleGoals(accepted);
    advanceBy(run, countOf('goals', accepted.map(isOnList)));
    return resend;
  } catch (error) {
    // One goal is malformed. Send them one by one, so that it does not block the others.
    if (!hasCode(error, 'invalid_input')) throw error;
    if (batch.length === 1) {
      await leaveGoal(run, batch[0]!, error.title);
      return [];
    }
    const resend: GuestGoal[] = [];
    for (const goal of batch) resend.push(...(await sendBatch(run, [goal])));
    return resend;
  }
}

function leaveGoal(run: Run, { id, text }: GuestGoal, why: string): Promise<void> {
  return markLeft(run, { kind: 'goal', id, name: importTexts.excerpt(text), why });
}
