// The server's goal operations over the guest store in the browser (R-I1).
import { decideDelete } from '#features/check-ins/change-rules.ts';
import { findEntry } from '#features/check-ins/web/guest/guest-entries.ts';
import {
  announce as announceEntry,
  insertEntry,
  putEntry,
} from '#features/check-ins/web/guest/guest-writing.ts';
import { readGuest } from '#features/guest/web/guest-transaction.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import { dayMs } from '#platform/clock/durations.ts';
import { newId } from '#platform/clock/id.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import { decideAdd, decideComplete, decideEdit, decideReopen, decideRestore } from '../change-rules.ts';
import { goalEmoji, limits } from '../constants.ts';
import type { operations } from '../contract.ts';
import {
  accepted,
  announce,
  changeGuestGoal,
  findGoal,
  nextGuestId,
  nextPosition,
  openGuestGoals,
  putGoal,
  toGoal,
} from './guest-goals.ts';

export const handlers = {
  'GET /api/goals': async () => {
    return { rows: (await readGuest(openGuestGoals)).map(toGoal) };
  },

  'POST /api/goals': async ({ body: sent }) => {
    const now = Date.now();
    const body = { ...sent, id: sent.id ?? newId(now) };
    const { goal, isNew } = await writeGuest(async (tx) => {
      const all = await tx.objectStore('goals').getAll();
      const existing = all.find((stored) => stored.import_id === body.id);
      const open = await openGuestGoals(tx);
      const decided = accepted(decideAdd(body, { existing, open: open.length }, now));
      if ('existing' in decided) return { goal: decided.existing, isNew: false };
      const made = {
        ...decided.added,
        id: await nextGuestId(tx),
        import_id: body.id,
        position: nextPosition(open),
        created_at: decided.added.created_at ?? new Date(now).toISOString(),
        completed_at: null,
        deleted_at: null,
        check_in_id: null,
      };
      return { goal: await putGoal(tx, made), isNew: true };
    });
    if (isNew) announce('goals', goal.id);
    return toGoal(goal);
  },

  'PATCH /api/goals/:id': ({ params, body }) =>
    changeGuestGoal(params.id, async (found, tx) => {
      const open = await openGuestGoals(tx);
      const { goal, order } = accepted(decideEdit(body, { found, open }, Date.now()));
      if (!order) return goal;
      for (const row of open) {
        const position = order.indexOf(row.id) + 1;
        if (row.position !== position) await putGoal(tx, { ...row, position });
      }
      return { ...goal, position: order.indexOf(goal.id) + 1 };
    }),

  'DELETE /api/goals/:id': ({ params }) =>
    changeGuestGoal(params.id, (found) => accepted(decideDelete(found, Date.now()))),

  'POST /api/goals/:id/restore': ({ params }) =>
    changeGuestGoal(params.id, async (found, tx) =>
      accepted(decideRestore(found, (await openGuestGoals(tx)).length)),
    ),

  'POST /api/goals/:id/complete': async ({ params, body }) => {
    const now = Date.now();
    const { goal, check_in, isNew } = await writeGuest(async (tx) => {
      const { goal: found, completedAt } = accepted(decideComplete(body, await findGoal(tx, params.id), now));
      if (completedAt === undefined) {
        const entry = found.check_in_id === null ? undefined : await findEntry(tx, found.check_in_id);
        return { goal: found, check_in: entry ?? null, isNew: false };
      }
      const sent = {
        id: body.check_in_id,
        content: found.text,
        emoji: goalEmoji,
        created_at: completedAt,
        missing_files: [],
        ...{ source: null, source_name: null },
      };
      const { entry } = await insertEntry(tx, sent, 'goal', now);
      const completed = { ...found, completed_at: completedAt, check_in_id: entry.id };
      return { goal: await putGoal(tx, completed), check_in: entry, isNew: true };
    });
    if (isNew) {
      announce('goals', goal.id);
      announceEntry('check_ins', body.check_in_id);
    }
    return { goal: toGoal(goal), check_in };
  },

  'POST /api/goals/:id/reopen': async ({ params }) => {
    const { goal, check_in, isNew } = await writeGuest(async (tx) => {
      const open = (await openGuestGoals(tx)).length;
      const { goal: found, isOpen } = accepted(decideReopen(await findGoal(tx, params.id), open));
      if (isOpen) return { goal: found, check_in: null, isNew: false };
      const entry = found.check_in_id === null ? undefined : await findEntry(tx, found.check_in_id);
      const binned = entry && accepted(decideDelete(entry, Date.now()));
      if (binned) await putEntry(tx, binned);
      const reopened = await putGoal(tx, { ...found, completed_at: null, check_in_id: null });
      return { goal: reopened, check_in: binned ?? null, isNew: true };
    });
    if (isNew) announce('goals', goal.id);
    if (check_in) announceEntry('check_ins', check_in.id);
    return { goal: toGoal(goal), check_in };
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
