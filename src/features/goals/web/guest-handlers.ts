// The server's goal operations over the guest store in the browser (R-I1).
import { dateFault, entryDate, isSameEntry, normalizeContent } from '#features/check-ins/rules.ts';
import { toCheckIn } from '#features/check-ins/web/guest/guest-entries.ts';
import { newEntry, putEntry } from '#features/check-ins/web/guest/guest-writing.ts';
import { announce } from '#features/guest/web/guest-events.ts';
import { readGuest } from '#features/guest/web/guest-transaction.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import { dayMs } from '#platform/clock/durations.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import { goalEmoji, limits, type operations } from '../contract.ts';
import { isSameGoal, movedAfter, periodFault, textFault } from '../rules.ts';
import {
  toGoal,
  changeGuestGoal,
  goalById,
  nextGuestId,
  openGuestGoals,
  nextPosition,
  putGoal,
  refusalOf,
} from './guest-goals.ts';

export const handlers = {
  'GET /api/goals': async () => {
    return { rows: (await readGuest(openGuestGoals)).map(toGoal) };
  },

  'POST /api/goals': async ({ body }) => {
    const now = Date.now();
    const text = normalizeContent(body.text);
    const wanted = { text, cadence: body.cadence ?? null, period_start: body.period_start ?? null };
    const at = new Date(body.created_at ?? now);
    const fault = textFault(text) ?? periodFault(wanted, now) ?? dateFault(at, new Date(now));
    if (fault) throw refusalOf(fault);
    const { goal, isNew } = await writeGuest(async (tx) => {
      const all = await tx.objectStore('goals').getAll();
      const existing = all.find((goal) => goal.import_id === body.id);
      if (existing && !isSameGoal(existing, wanted)) throw refusalOf('id_taken');
      if (existing) return { goal: existing, isNew: false };
      const open = await openGuestGoals(tx);
      if (open.length >= limits.open) throw refusalOf('too_many_goals');
      const made = {
        ...wanted,
        id: await nextGuestId(tx),
        import_id: body.id,
        position: nextPosition(open),
        created_at: entryDate(at, now),
        completed_at: null,
        deleted_at: null,
        check_in_id: null,
      };
      return { goal: await putGoal(tx, made), isNew: true };
    });
    if (isNew) announce('goals', goal.id);
    return toGoal(goal);
  },

  'PATCH /api/goals/:id': async ({ params, body }) => {
    const text = body.text === undefined ? undefined : normalizeContent(body.text);
    const setPeriod = body.cadence !== undefined || body.period_start !== undefined;
    const period = { cadence: body.cadence ?? null, period_start: body.period_start ?? null };
    const fault =
      (text === undefined ? undefined : textFault(text)) ??
      (setPeriod ? periodFault(period, Date.now()) : undefined);
    if (fault) throw refusalOf(fault);
    const goal = await writeGuest(async (tx) => {
      const found = await goalById(tx, params.id);
      if (found.completed_at !== null || found.deleted_at !== null) throw refusalOf('goal_off_list');
      if (body.after !== undefined) {
        const open = await openGuestGoals(tx);
        const ids = open.map(({ id }) => id);
        const moved = movedAfter(ids, found.id, body.after);
        if (!moved) throw refusalOf('goal_off_list');
        for (const row of open) {
          const position = moved.indexOf(row.id) + 1;
          if (row.position !== position) await putGoal(tx, { ...row, position });
        }
      }
      const placed = await goalById(tx, found.id);
      return putGoal(tx, { ...placed, text: text ?? placed.text, ...(setPeriod && period) });
    });
    announce('goals', goal.id);
    return toGoal(goal);
  },

  'DELETE /api/goals/:id': ({ params }) =>
    changeGuestGoal(params.id, (found) => {
      return found.deleted_at === null ? { ...found, deleted_at: new Date().toISOString() } : found;
    }),

  'POST /api/goals/:id/restore': ({ params }) =>
    changeGuestGoal(params.id, async (found, tx) => {
      if (found.deleted_at === null) return found;
      const full = (await openGuestGoals(tx)).length >= limits.open;
      if (full && found.completed_at === null) throw refusalOf('too_many_goals');
      return { ...found, deleted_at: null };
    }),

  'POST /api/goals/:id/complete': async ({ params, body }) => {
    const now = Date.now();
    const at = new Date(body.completed_at ?? now);
    const fault = dateFault(at, new Date(now));
    if (fault) throw refusalOf(fault);
    const doneAt = entryDate(at, now);
    const completed = await writeGuest(async (tx) => {
      const found = await goalById(tx, params.id);
      const entries = tx.objectStore('check_ins');
      if (found.completed_at !== null) {
        const entry = found.check_in_id === null ? undefined : await entries.get(found.check_in_id);
        return { goal: found, check_in: entry ? toCheckIn(entry) : null, isNew: false };
      }
      if (found.deleted_at !== null) throw refusalOf('goal_off_list');
      const existing = await entries.get(body.check_in_id);
      if (existing && !isSameEntry(existing, found.text, goalEmoji)) throw refusalOf('id_taken');
      const wanted = {
        id: body.check_in_id,
        kind: 'goal' as const,
        content: found.text,
        emoji: goalEmoji,
        created_at: doneAt,
        missing_files: [],
      };
      const check_in = existing ? toCheckIn(existing) : await putEntry(tx, newEntry(wanted, now));
      const goal = await putGoal(tx, { ...found, completed_at: doneAt, check_in_id: check_in.id });
      return { goal, check_in, isNew: true };
    });
    if (completed.isNew) {
      announce('goals', completed.goal.id);
      announce('check_ins', body.check_in_id);
    }
    return { goal: toGoal(completed.goal), check_in: completed.check_in };
  },

  'POST /api/goals/:id/reopen': async ({ params }) => {
    const reopened = await writeGuest(async (tx) => {
      const found = await goalById(tx, params.id);
      if (found.deleted_at !== null) throw refusalOf('goal_off_list');
      if (found.completed_at === null) return { goal: found, check_in: null, isNew: false };
      if ((await openGuestGoals(tx)).length >= limits.open) throw refusalOf('too_many_goals');
      const entry =
        found.check_in_id === null ? undefined : await tx.objectStore('check_ins').get(found.check_in_id);
      const deleted_at = entry?.deleted_at ?? new Date().toISOString();
      const check_in = entry ? await putEntry(tx, { ...toCheckIn(entry), deleted_at }) : null;
      const goal = await putGoal(tx, { ...found, completed_at: null, check_in_id: null });
      return { goal, check_in, isNew: true };
    });
    if (reopened.isNew) announce('goals', reopened.goal.id);
    if (reopened.check_in) announce('check_ins', reopened.check_in.id);
    return { goal: toGoal(reopened.goal), check_in: reopened.check_in };
  },
} satisfies LocalHandlers<typeof operations>;

/** Purges goals deleted more than 30 days ago. The server has a job for this; the browser does it at startup. */
export async function purgeGuestGoals(): Promise<void> {
  const before = new Date(Date.now() - limits.daysKept * dayMs).toISOString();
  await writeGuest(async (tx) => {
    for (const goal of await tx.objectStore('goals').getAll()) {
      if (goal.deleted_at !== null && goal.deleted_at < before) await tx.objectStore('goals').delete(goal.id);
    }
  });
}
