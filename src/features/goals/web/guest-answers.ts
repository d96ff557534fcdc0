// What the server answers about goals, answered over the browser's own store (R-I1).
import { dateFault, entryDate, isSameEntry, normalizeContent } from '#features/check-ins/rules.ts';
import { answered as answeredEntry } from '#features/check-ins/web/guest/guest-entries.ts';
import { newEntry, putEntry } from '#features/check-ins/web/guest/guest-writing.ts';
import { announce } from '#features/guest/web/guest-events.ts';
import { readGuest } from '#features/guest/web/guest-transaction.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import { goalEmoji, limits, type operations } from '../contract.ts';
import { isSameGoal, movedAfter, periodFault, textFault } from '../rules.ts';
import {
  answered,
  changeGuestGoal,
  goalById,
  nextGuestId,
  openGuestGoals,
  placeBehindAll,
  putGoal,
  refused,
} from './guest-goals.ts';

export const answers = {
  'GET /api/goals': async () => {
    return { rows: (await readGuest(openGuestGoals)).map(answered) };
  },

  'POST /api/goals': async ({ body }) => {
    const now = Date.now();
    const text = normalizeContent(body.text);
    const wanted = { text, cadence: body.cadence ?? null, period_start: body.period_start ?? null };
    const at = new Date(body.created_at ?? now);
    const fault = textFault(text) ?? periodFault(wanted, now) ?? dateFault(at, new Date(now));
    if (fault) throw refused(fault);
    const { goal, isNew } = await writeGuest(async (tx) => {
      const all = await tx.objectStore('goals').getAll();
      const there = all.find((one) => one.import_id === body.id);
      if (there && !isSameGoal(there, wanted)) throw refused('id_taken');
      if (there) return { goal: there, isNew: false };
      const open = await openGuestGoals(tx);
      if (open.length >= limits.open) throw refused('too_many_goals');
      const made = {
        ...wanted,
        id: await nextGuestId(tx),
        import_id: body.id,
        position: placeBehindAll(open),
        created_at: entryDate(at, now),
        completed_at: null,
        deleted_at: null,
        check_in_id: null,
      };
      return { goal: await putGoal(tx, made), isNew: true };
    });
    if (isNew) announce('goals', goal.id);
    return answered(goal);
  },

  'PATCH /api/goals/:id': async ({ params, body }) => {
    const text = body.text === undefined ? undefined : normalizeContent(body.text);
    const setPeriod = body.cadence !== undefined || body.period_start !== undefined;
    const period = { cadence: body.cadence ?? null, period_start: body.period_start ?? null };
    const fault =
      (text === undefined ? undefined : textFault(text)) ??
      (setPeriod ? periodFault(period, Date.now()) : undefined);
    if (fault) throw refused(fault);
    const goal = await writeGuest(async (tx) => {
      const found = await goalById(tx, params.id);
      if (found.completed_at !== null || found.deleted_at !== null) throw refused('goal_off_list');
      if (body.after !== undefined) {
        const open = await openGuestGoals(tx);
        const ids = open.map(({ id }) => id);
        const moved = movedAfter(ids, found.id, body.after);
        if (!moved) throw refused('goal_off_list');
        for (const one of open) {
          const position = moved.indexOf(one.id) + 1;
          if (one.position !== position) await putGoal(tx, { ...one, position });
        }
      }
      const placed = await goalById(tx, found.id);
      return putGoal(tx, { ...placed, text: text ?? placed.text, ...(setPeriod && period) });
    });
    announce('goals', goal.id);
    return answered(goal);
  },

  'DELETE /api/goals/:id': ({ params }) =>
    changeGuestGoal(params.id, (found) => {
      return found.deleted_at === null ? { ...found, deleted_at: new Date().toISOString() } : found;
    }),

  'POST /api/goals/:id/restore': ({ params }) =>
    changeGuestGoal(params.id, async (found, tx) => {
      if (found.deleted_at === null) return found;
      const full = (await openGuestGoals(tx)).length >= limits.open;
      if (full && found.completed_at === null) throw refused('too_many_goals');
      return { ...found, deleted_at: null };
    }),

  'POST /api/goals/:id/complete': async ({ params, body }) => {
    const now = Date.now();
    const at = new Date(body.completed_at ?? now);
    const fault = dateFault(at, new Date(now));
    if (fault) throw refused(fault);
    const doneAt = entryDate(at, now);
    const done = await writeGuest(async (tx) => {
      const found = await goalById(tx, params.id);
      const entries = tx.objectStore('check_ins');
      if (found.completed_at !== null) {
        const entry = found.check_in_id === null ? undefined : await entries.get(found.check_in_id);
        return { goal: found, check_in: entry ? answeredEntry(entry) : null, isNew: false };
      }
      if (found.deleted_at !== null) throw refused('goal_off_list');
      const there = await entries.get(body.check_in_id);
      if (there && !isSameEntry(there, found.text, goalEmoji)) throw refused('id_taken');
      const wanted = {
        id: body.check_in_id,
        kind: 'goal' as const,
        content: found.text,
        emoji: goalEmoji,
        created_at: doneAt,
        missing_files: [],
      };
      const check_in = there ? answeredEntry(there) : await putEntry(tx, newEntry(wanted, now));
      const goal = await putGoal(tx, { ...found, completed_at: doneAt, check_in_id: check_in.id });
      return { goal, check_in, isNew: true };
    });
    if (done.isNew) {
      announce('goals', done.goal.id);
      announce('check_ins', body.check_in_id);
    }
    return { goal: answered(done.goal), check_in: done.check_in };
  },

  'POST /api/goals/:id/reopen': async ({ params }) => {
    const opened = await writeGuest(async (tx) => {
      const found = await goalById(tx, params.id);
      if (found.deleted_at !== null) throw refused('goal_off_list');
      if (found.completed_at === null) return { goal: found, check_in: null, isNew: false };
      if ((await openGuestGoals(tx)).length >= limits.open) throw refused('too_many_goals');
      const entry =
        found.check_in_id === null ? undefined : await tx.objectStore('check_ins').get(found.check_in_id);
      const deleted_at = entry?.deleted_at ?? new Date().toISOString();
      const check_in = entry ? await putEntry(tx, { ...answeredEntry(entry), deleted_at }) : null;
      const goal = await putGoal(tx, { ...found, completed_at: null, check_in_id: null });
      return { goal, check_in, isNew: true };
    });
    if (opened.isNew) announce('goals', opened.goal.id);
    if (opened.check_in) announce('check_ins', opened.check_in.id);
    return { goal: answered(opened.goal), check_in: opened.check_in };
  },
} satisfies LocalHandlers<typeof operations>;

const dayMs = 86_400_000;

/** Ends goals that were deleted 30 days ago; the server has a job for it, a browser does it when it starts. */
export async function purgeGuestGoals(): Promise<void> {
  const before = new Date(Date.now() - limits.daysKept * dayMs).toISOString();
  await writeGuest(async (tx) => {
    for (const goal of await tx.objectStore('goals').getAll()) {
      if (goal.deleted_at !== null && goal.deleted_at < before) await tx.objectStore('goals').delete(goal.id);
    }
  });
}
