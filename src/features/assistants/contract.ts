// What the tools take: fields of the operations that they call, described for a model.
import * as z from 'zod/mini';
import { operations as captureOperations } from '#features/capture/contract.ts';
import { operations as checkInOperations } from '#features/check-ins/contract.ts';
import { operations as goalOperations } from '#features/goals/contract.ts';
import { operations as packetOperations } from '#features/packets/contract.ts';
import { operations as suggestionOperations } from '#features/suggestions/contract.ts';
import { uuid } from '#platform/http/payload-contract.ts';

/**
 * All that tools can reach, each with the caller's token and therefore only with the scope that it names. Nothing here
 * shares, sends, publishes, deletes or changes an account (R-N4).
 */
export const operations = {
  'POST /api/capture': captureOperations['POST /api/capture'],
  'POST /api/suggestions': suggestionOperations['POST /api/suggestions'],
  'GET /api/check_ins': checkInOperations['GET /api/check_ins'],
  'GET /api/check_ins/search': checkInOperations['GET /api/check_ins/search'],
  'GET /api/check_ins/:id': checkInOperations['GET /api/check_ins/:id'],
  'GET /api/goals': goalOperations['GET /api/goals'],
  'POST /api/goals': goalOperations['POST /api/goals'],
  'POST /api/goals/:id/complete': goalOperations['POST /api/goals/:id/complete'],
  'GET /api/packets/material': packetOperations['GET /api/packets/material'],
  'POST /api/packets': packetOperations['POST /api/packets'],
} as const;
export type Operations = typeof operations;

const fieldsOfEntry = captureOperations['POST /api/capture'].form.shape;
const fieldsOfSuggestion =
  suggestionOperations['POST /api/suggestions'].body.shape.suggestions._zod.def.element.shape;
const fieldsOfSearch = checkInOperations['GET /api/check_ins/search'].query.shape;
const fieldsOfGoal = goalOperations['POST /api/goals'].body.shape;
const fieldsOfPacket = packetOperations['POST /api/packets'].body.shape.draft.shape;

/** A day, `YYYY-MM-DD`. The database has years from 1900. */
const day = packetOperations['GET /api/packets/material'].query.shape.from;
const firstDay = day.check(z.describe('First day, YYYY-MM-DD, in the time zone of the user.'));
const lastDay = day.check(z.describe('Last day, included.'));
const cursor = fieldsOfSearch.before.check(z.describe('`next` of the previous page.'));

export const inputs = {
  add_entry: z.strictObject({
    text: fieldsOfEntry.text.check(z.describe('What the user did, in their words. It may contain #tags.')),
    emoji: fieldsOfEntry.emoji,
    date: fieldsOfEntry.date.check(
      z.describe('When it happened: a day (YYYY-MM-DD) or an instant, not in the future. Default: now.'),
    ),
  }),
  suggest_entry: z.strictObject({
    text: fieldsOfEntry.text.check(z.describe('What the user may have done.')),
    emoji: fieldsOfEntry.emoji,
    date: fieldsOfEntry.date.check(z.describe('As in add_entry.')),
    reason: fieldsOfSuggestion.reason.check(z.describe('Why you suggest it, in a few words.')),
    group: fieldsOfSuggestion.group.check(z.describe('Such as a project.')),
  }),
  search_entries: z.strictObject({
    query: fieldsOfSearch.q.check(
      z.describe('Words, "exact phrases" and #tags, all of which an entry must contain.'),
    ),
    from: z.optional(firstDay),
    to: z.optional(lastDay),
    next: cursor,
  }),
  read_period: z.strictObject({ from: firstDay, to: lastDay, next: cursor }),
  read_entry: z.strictObject({ id: uuid }),
  list_goals: z.strictObject({
    page: z.optional(z.int().check(z.minimum(1), z.maximum(1000), z.describe('Default: the first, 1.'))),
  }),
  add_goal: z.strictObject({
    text: fieldsOfGoal.text,
    cadence: fieldsOfGoal.cadence,
    period_start: fieldsOfGoal.period_start.check(
      z.describe(
        'Required with a cadence: the first day of the period, such as the Monday of the week, YYYY-MM-DD.',
      ),
    ),
  }),
  complete_goal: z.strictObject({ id: uuid }),
  week_summary: z.strictObject({
    week: z.optional(day.check(z.describe('Any day of the week. Default: today.'))),
  }),
  draft_packet: z.strictObject({
    from: firstDay,
    to: lastDay,
    title: z.optional(fieldsOfPacket.title),
  }),
} as const;
export type ToolName = keyof typeof inputs;
