// Goals on their way into an account, in the order of their list.
import type { ImportedGoal } from '#features/goals/contract.ts';
import { refusalTexts } from '#features/goals/texts.ts';
import { newId } from '#platform/clock/id.ts';
import { Problem } from '#platform/http/client.ts';
import { importTexts } from '../import-texts.ts';
import type { GuestGoal } from './guest-database.ts';
import { adoptGoalEdit } from './guest-drafts.ts';
import { advanceBy, ask, call, fitting, leave, redate, type Run } from './import-context.ts';
import { counted, isOnList, keptGoals, renameGoal, settleGoals } from './import-store.ts';

/** After the entries, so that the links to them hold. What has to go in another way goes once more. */
export async function bringGoals(run: Run): Promise<void> {
  let queue = (await keptGoals()).filter(({ id }) => !run.left.has(id));
  while (queue.length > 0) {
    const [batch, rest] = fitting(queue, (goal) => toSend(run, goal));
    queue = [...rest, ...(await sendBatch(run, batch))];
  }
}

function toSend(run: Run, goal: GuestGoal): ImportedGoal {
  const { import_id: id, text, cadence, period_start, completed_at, check_in_id } = goal;
  const dated = !run.redated.has(goal.id) && { created_at: goal.created_at };
  return { id, text, cadence, period_start, ...dated, completed_at, check_in_id };
}

/** Gives the goals that have to be sent once more. */
async function sendBatch(run: Run, batch: GuestGoal[]): Promise<GuestGoal[]> {
  try {
    const body = { user_id: run.userId, check_ins: [], goals: batch.map((goal) => toSend(run, goal)) };
    const { goals } = await ask(run, () => call('POST /api/guest_import', { body }));
    const known: GuestGoal[] = [];
    const again: GuestGoal[] = [];
    for (const [index, goal] of batch.entries()) {
      const { outcome } = goals[index]!;
      if (outcome === 'written' || outcome === 'there') known.push(goal);
      else if (outcome === 'id_taken') {
        const import_id = newId();
        await renameGoal(goal.id, import_id);
        again.push({ ...goal, import_id });
      } else if (outcome === 'invalid_date' && (await redate(run, goal.id))) again.push(goal);
      else await leaveGoal(run, goal, refusalTexts[outcome].detail ?? refusalTexts[outcome].title);
    }
    for (const { id, import_id } of known) adoptGoalEdit(run.userId, id, import_id);
    await settleGoals(known);
    advanceBy(run, counted('goals', known.map(isOnList)));
    return again;
  } catch (error) {
    // One of them does not even have the shape of a goal: it must not hold the others up.
    if (!(error instanceof Problem) || error.code !== 'invalid_input') throw error;
    if (batch.length === 1) {
      await leaveGoal(run, batch[0]!, error.title);
      return [];
    }
    const again: GuestGoal[] = [];
    for (const goal of batch) again.push(...(await sendBatch(run, [goal])));
    return again;
  }
}

function leaveGoal(run: Run, { id, text }: GuestGoal, why: string): Promise<void> {
  return leave(run, { kind: 'goal', id, name: importTexts.excerpt(text), why });
}
