import * as z from 'zod/mini';
import { checkIn } from '#features/check-ins/contract.ts';
import { operation } from '#platform/http/operation.ts';
import { ignored, instant, newRowId, ownId, uuid } from '#platform/http/payload-contract.ts';
import { type liveKinds, type refusals, cadences } from './constants.ts';
export type Cadence = (typeof cadences)[number];
export type RefusalCode = keyof typeof refusals;
export type LiveKind = (typeof liveKinds)[number];

const cadence = z.enum(cadences);
/** A day without a time, `YYYY-MM-DD`. */
const day = z.iso.date();

export const goal = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  text: z.string(),
  cadence: z.nullable(cadence),
  /** First day of the period in the owner's time zone; null if and only if `cadence` is null. */
  period_start: z.nullable(day),
  /** Sort key of the list; ties are broken by id. */
  position: z.int(),
  created_at: z.iso.datetime(),
  completed_at: z.nullable(z.iso.datetime()),
  deleted_at: z.nullable(z.iso.datetime()),
  /** The entry created when the goal was completed. */
  check_in_id: z.nullable(z.uuid()),
});
export type Goal = z.infer<typeof goal>;

const textInput = z.string().check(z.maxLength(2200));
const id = z.strictObject({ id: uuid });

/** A guest's goal, as stored in the browser (R-I1). */
export const importedGoal = z.strictObject({
  id: uuid,
  text: textInput,
  cadence: z.nullable(cadence),
  period_start: z.nullable(day),
  /** Default: now. */
  created_at: z.optional(instant),
  completed_at: z.nullable(instant),
  /** The entry created when the goal was completed. */
  check_in_id: z.nullable(uuid),
});
export type ImportedGoal = z.infer<typeof importedGoal>;

/** Result of importing one goal: written, already there, or why it was refused. */
export const goalOutcome = z.enum([
  'written',
  'there',
  'id_taken',
  'text_required',
  'text_too_long',
  'invalid_period',
  'invalid_date',
  'too_many_goals',
]);
export type GoalOutcome = z.infer<typeof goalOutcome>;
const withEntry = z.strictObject({ goal, check_in: z.nullable(checkIn) });

export const operations = {
  'GET /api/goals': operation({
    summary: "List the caller's open goals in list order",
    access: 'session',
    scope: 'log:read',
    response: z.strictObject({ rows: z.array(goal) }),
  }),
  'POST /api/goals': operation({
    summary: 'Add a goal at the end of the list; idempotent by id',
    access: 'session',
    scope: 'goals:write',
    body: z.strictObject({
      id: newRowId,
      user_id: ownId,
      text: textInput,
      cadence: z.optional(z.nullable(cadence)),
      /** First day of a week (a Monday), month or quarter; required with a cadence, not allowed without. */
      period_start: z.optional(z.nullable(day)),
      /** When the goal was set, if earlier, such as offline or by a guest. */
      created_at: z.optional(instant),
      position: ignored,
    }),
    response: goal,
    refusals: [
      'text_required',
      'text_too_long',
      'invalid_period',
      'invalid_date',
      'too_many_goals',
      'id_taken',
    ],
  }),
  'PATCH /api/goals/:id': operation({
    summary: 'Change the text, period or position of an open goal',
    access: 'session',
    scope: 'goals:write',
    params: id,
    body: z.strictObject({
      text: z.optional(textInput),
      /** Send both or neither. */
      cadence: z.optional(z.nullable(cadence)),
      period_start: z.optional(z.nullable(day)),
      /** Id of the open goal to move this one behind; null moves it to the top. */
      after: z.optional(z.nullable(uuid)),
    }),
    response: goal,
    refusals: ['text_required', 'text_too_long', 'invalid_period', 'goal_off_list'],
  }),
  'DELETE /api/goals/:id': operation({
    summary: 'Delete a goal; it can be restored for 30 days',
    access: 'session',
    params: id,
    response: goal,
  }),
  'POST /api/goals/:id/restore': operation({
    summary: 'Restore a deleted goal',
    access: 'session',
    params: id,
    response: goal,
    refusals: ['too_many_goals'],
  }),
  'POST /api/goals/:id/complete': operation({
    summary: 'Complete a goal: removes it from the list and creates a check-in with its text',
    access: 'session',
    scope: 'goals:write',
    params: id,
    body: z.strictObject({
      /** Id for the new check-in. */
      check_in_id: uuid,
      /** When the goal was completed, if earlier, such as offline or by a guest. */
      completed_at: z.optional(instant),
    }),
    /** `check_in` is null if the goal was already completed and its entry has been purged. */
    response: withEntry,
    refusals: ['goal_off_list', 'invalid_date', 'id_taken'],
  }),
  'POST /api/goals/:id/reopen': operation({
    summary: 'Reopen a completed goal at its old position and move its check-in to the bin',
    access: 'session',
    params: id,
    /** `check_in` is the entry moved to the bin; null if there was none. */
    response: withEntry,
    refusals: ['goal_off_list', 'too_many_goals'],
  }),
} as const;
