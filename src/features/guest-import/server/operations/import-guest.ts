import { importCheckIns } from '#features/check-ins/server/operations/import-check-ins.ts';
import { importGoals } from '#features/goals/server/operations/import-goals.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { operations } from '../../contract.ts';

type Body = BodyOf<(typeof operations)['POST /api/guest_import']>;
type Call = { tx: Tx; viewer: Viewer; input: { body: Body } };

/** Imports one part of a guest's log in one transaction (R-I1). */
export async function importGuest({ tx, viewer, input }: Call) {
  const { user_id, check_ins: entries, goals } = input.body;
  if (user_id !== viewer.userId) return refuse('other_account');
  const now = Date.now();
  const entryOutcomes = await importCheckIns({ tx, viewer, entries, now });
  const goalOutcomes = await importGoals({ tx, viewer, goals, now });
  return {
    check_ins: entries.map(({ id }, index) => ({ id, outcome: entryOutcomes[index]! })),
    goals: goals.map(({ id }, index) => ({ id, outcome: goalOutcomes[index]! })),
  };
}
