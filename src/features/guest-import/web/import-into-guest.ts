// Imports entries and goals into the guest's log, under the same rules as the server.
import { decideImport, holdsVersion } from '#features/check-ins/change-rules.ts';
import type { ImportedCheckIn, ImportOutcome } from '#features/check-ins/contract.ts';
import { findEntry, unshared } from '#features/check-ins/web/guest/guest-entries.ts';
import { announce as announceEntry, putEntry } from '#features/check-ins/web/guest/guest-writing.ts';
import { decideImport as decideGoal } from '#features/goals/change-rules.ts';
import { limits as goalLimits } from '#features/goals/constants.ts';
import type { GoalOutcome, ImportedGoal } from '#features/goals/contract.ts';
import {
  announce as announceGoal,
  nextGuestId,
  nextPosition,
  openGuestGoals,
  putGoal,
} from '#features/goals/web/guest-goals.ts';
import { guestId } from '#features/guest/constants.ts';
import type { GuestWrite } from '#features/guest/web/guest-transaction.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import type { CallInput, ResponseOf } from '#platform/http/operation.ts';
import type { operations } from '../contract.ts';

type Operation = (typeof operations)['POST /api/guest_import'];

/** Imports one part in one transaction. Idempotent by id. */
export async function importIntoGuest({ body }: CallInput<Operation>): Promise<ResponseOf<Operation>> {
  const now = Date.now();
  const imported = await writeGuest(async (tx) => {
    const check_ins: ResponseOf<Operation>['check_ins'] = [];
    for (const entry of body.check_ins)
      check_ins.push({ id: entry.id, outcome: await importEntry(tx, entry, now) });
    const goals: ResponseOf<Operation>['goals'] = [];
    for (const goal of body.goals) goals.push({ id: goal.id, outcome: await importGoal(tx, goal, now) });
    return { check_ins, goals };
  });
  const isWritten = ({ outcome }: { outcome: string }) => outcome === 'written';
  if (imported.check_ins.some(isWritten)) announceEntry('check_ins', 'many');
  if (imported.goals.some(isWritten)) announceGoal('goals', 'many');
  return imported;
}

async function importEntry(tx: GuestWrite, sent: ImportedCheckIn, now: number): Promise<ImportOutcome> {
  const row = decideImport(sent, now);
  if (typeof row === 'string') return row;
  const existing = await findEntry(tx, row.id);
  if (existing) return holdsVersion(existing, row) ? 'there' : 'id_taken';
  const recorded_at = new Date(now).toISOString();
  await putEntry(tx, { ...unshared, ...row, user_id: guestId, recorded_at, file_count: 0 });
  return 'written';
}

async function importGoal(tx: GuestWrite, sent: ImportedGoal, now: number): Promise<GoalOutcome> {
  const goal = decideGoal(sent, now);
  if (typeof goal === 'string') return goal;
  const all = await tx.objectStore('goals').getAll();
  const existing = all.find(({ import_id }) => import_id === goal.id);
  if (existing) return existing.text === goal.text ? 'there' : 'id_taken';
  const open = await openGuestGoals(tx);
  if (goal.completed_at === null && open.length >= goalLimits.open) return 'too_many_goals';
  const { id: import_id, check_in_id, ...rest } = goal;
  const entry =
    check_in_id === null || goal.completed_at === null ? undefined : await findEntry(tx, check_in_id);
  await putGoal(tx, {
    ...{ ...rest, import_id, id: await nextGuestId(tx), position: nextPosition(open) },
    ...{ deleted_at: null, check_in_id: entry?.id ?? null },
  });
  return 'written';
}
