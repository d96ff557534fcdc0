import * as z from 'zod/mini';
import { checkIn } from '#features/check-ins/contract.ts';
import { operation } from '#platform/http/operation.ts';

export const limits = {
  text: 1000,
  /** Goals on one person's list. */
  open: 200,
  /** How long a deleted goal is kept. */
  daysKept: 30,
  undoSeconds: 10,
} as const;

/** The periods that a goal can be set for (R-C1). */
export const cadences = ['weekly', 'monthly', 'quarterly'] as const;
export type Cadence = (typeof cadences)[number];

/** What marks the entry of a goal that is done (R-C3). */
export const goalEmoji = '🎯' as const;

/** Code and HTTP status of what these operations may refuse; the sentences stand in `texts.ts`. */
export const refusals = {
  text_required: 400,
  text_too_long: 400,
  invalid_period: 400,
  invalid_date: 400,
  too_many_goals: 409,
  id_taken: 409,
  goal_off_list: 409,
} as const;
export type RefusalCode = keyof typeof refusals;

const cadence = z.enum(cadences);
/** A day without a time, `YYYY-MM-DD`. */
const day = z.iso.date();

export const goal = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  text: z.string(),
  cadence: z.nullable(cadence),
  /** First day of its period, by its owner's clock; null exactly where the cadence is. */
  period_start: z.nullable(day),
  /** Place on the list; ids decide between equals. */
  position: z.int(),
  created_at: z.iso.datetime(),
  completed_at: z.nullable(z.iso.datetime()),
  deleted_at: z.nullable(z.iso.datetime()),
  /** The entry that its completion wrote. */
  check_in_id: z.nullable(z.uuid()),
});
export type Goal = z.infer<typeof goal>;

const instant = z.iso.datetime({ offset: true }).check(z.maxLength(40), z.regex(/^(?!0000)/, 'Invalid year'));
const typed = z.string().check(z.maxLength(5000));
const id = z.strictObject({ id: z.uuid() });

/** A goal that was set before there was an account, as its browser kept it (R-I1). */
export const importedGoal = z.strictObject({
  id: z.uuid(),
  text: typed,
  cadence: z.nullable(cadence),
  period_start: z.nullable(day),
  /** Left out: now. */
  created_at: z.optional(instant),
  completed_at: z.nullable(instant),
  /** The entry that its completion wrote. */
  check_in_id: z.nullable(z.uuid()),
});
export type ImportedGoal = z.infer<typeof importedGoal>;

/** What became of an imported goal: written, there already, or why not. */
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
    summary: 'All own goals that are open, in their order',
    access: 'session',
    answer: z.strictObject({ rows: z.array(goal) }),
  }),
  'POST /api/goals': operation({
    summary: 'Set a goal, as the last one; safe to repeat with the same id',
    access: 'session',
    body: z.strictObject({
      id: z.uuid(),
      text: typed,
      cadence: z.optional(z.nullable(cadence)),
      /** First day of a week (a Monday), a month or a quarter; with a cadence, and only then. */
      period_start: z.optional(z.nullable(day)),
      /** When it was set, if that was earlier, as by a guest. */
      created_at: z.optional(instant),
    }),
    answer: goal,
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
    summary: 'Change an own open goal: its words, its period, its place',
    access: 'session',
    params: id,
    body: z.strictObject({
      text: z.optional(typed),
      /** The two go together. */
      cadence: z.optional(z.nullable(cadence)),
      period_start: z.optional(z.nullable(day)),
      /** The open goal that it comes to stand behind; null puts it first. */
      after: z.optional(z.nullable(z.uuid())),
    }),
    answer: goal,
    refusals: ['text_required', 'text_too_long', 'invalid_period', 'goal_off_list'],
  }),
  'DELETE /api/goals/:id': operation({
    summary: 'Delete an own goal; it is kept for 30 days',
    access: 'session',
    params: id,
    answer: goal,
  }),
  'POST /api/goals/:id/restore': operation({
    summary: 'Bring a deleted goal back',
    access: 'session',
    params: id,
    answer: goal,
    refusals: ['too_many_goals'],
  }),
  'POST /api/goals/:id/complete': operation({
    summary: 'A goal is done: it leaves the list, and a check-in with its words is written',
    access: 'session',
    params: id,
    body: z.strictObject({
      /** The id that the check-in gets. */
      check_in_id: z.uuid(),
      /** When it was done, if that was earlier, as by a guest. */
      completed_at: z.optional(instant),
    }),
    /** `check_in` is null where a goal was done before and its entry is gone for good. */
    answer: withEntry,
    refusals: ['goal_off_list', 'invalid_date', 'id_taken'],
  }),
  'POST /api/goals/:id/reopen': operation({
    summary: 'A goal is not done after all: it is back at its place, and its check-in goes into the bin',
    access: 'session',
    params: id,
    /** `check_in` is what went into the bin; null when there was nothing to take back. */
    answer: withEntry,
    refusals: ['goal_off_list', 'too_many_goals'],
  }),
} as const;
