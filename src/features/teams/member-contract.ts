// What a manager on the Team plan sees of each member (R-E3, R-E4).
import * as z from 'zod/mini';
import { logFile } from '#features/check-ins/contract.ts';
import { cadences } from '#features/goals/constants.ts';
import { operation } from '#platform/http/operation.ts';
import { uuid } from '#platform/http/payload-contract.ts';
import { memberLimits } from './member-constants.ts';

/** A member, on a card of My Team. */
export const teamMember = z.strictObject({
  /** Null: the access is a legacy grant (R-E7), which only the member can remove. */
  relationship_id: z.nullable(z.uuid()),
  user_id: z.uuid(),
  full_name: z.string(),
  avatar_url: z.nullable(z.string()),
  /** The start of what the manager sees. */
  accepted_at: z.iso.datetime(),
  /** When the manager last opened the member's logbook. Null: never. */
  looked_at: z.nullable(z.iso.datetime()),
  /** When the newest visible entry was recorded. Null: none. */
  last_entry_at: z.nullable(z.iso.datetime()),
  /** Visible entries recorded since `looked_at`, up to `counted` + 1. */
  new_entries: z.int(),
  /** Visible open goals whose period ends within 7 days or has ended. */
  goals_due: z.int(),
});
export type TeamMember = z.infer<typeof teamMember>;

/** An entry as the manager sees it. */
export const memberEntry = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['entry', 'goal']),
  content: z.string(),
  emoji: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  recorded_at: z.iso.datetime(),
  edited_at: z.nullable(z.iso.datetime()),
  files: z.array(logFile),
});
export type MemberEntry = z.infer<typeof memberEntry>;

export const memberGoal = z.strictObject({
  id: z.uuid(),
  text: z.string(),
  cadence: z.nullable(z.enum(cadences)),
  /** First day of the period, `YYYY-MM-DD`, in the member's time zone. */
  period_start: z.nullable(z.iso.date()),
  created_at: z.iso.datetime(),
  /** Null: open. */
  completed_at: z.nullable(z.iso.datetime()),
});
export type MemberGoal = z.infer<typeof memberGoal>;

/** A shoutout of the member to the manager. */
export const memberShoutout = z.strictObject({
  id: z.uuid(),
  message: z.string(),
  excerpt: z.nullable(z.string()),
  created_at: z.iso.datetime(),
});
export type MemberShoutout = z.infer<typeof memberShoutout>;

const params = z.strictObject({ user_id: uuid });
const page = z.strictObject({
  /** `next` of the previous page. */
  before: z.optional(z.string().check(z.maxLength(100))),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(memberLimits.pageMax)),
    memberLimits.page,
  ),
});

export const memberOperations = {
  'GET /api/team': operation({
    summary: 'The members of the team of the caller, by name, and how many entries they share',
    access: 'session',
    query: z.strictObject({
      /** `next` of the previous page. */
      after: z.optional(uuid),
    }),
    response: z.strictObject({
      members: z.array(teamMember),
      /** Null: there are no more members. */
      next: z.nullable(z.uuid()),
      /** Entries visible to the caller, up to `counted` + 1 (R-E5). */
      shared_entries: z.int(),
    }),
  }),
  'GET /api/team/:user_id': operation({
    summary:
      "A member's logbook: who, since when, the counts and the first page of entries. Notes that the manager looked.",
    access: 'session',
    params,
    response: z.strictObject({
      user_id: z.uuid(),
      full_name: z.string(),
      avatar_url: z.nullable(z.string()),
      /** Null: the access is a legacy grant. */
      relationship_id: z.nullable(z.uuid()),
      /** The member's address for a shoutout. Null: the manager knows none. */
      email: z.nullable(z.string()),
      accepted_at: z.iso.datetime(),
      /** When the manager last opened it before. Null: never. Later entries are new. */
      looked_at: z.nullable(z.iso.datetime()),
      counts: z.strictObject({ entries: z.int(), goals: z.int(), shoutouts: z.int() }),
      entries: z.strictObject({ rows: z.array(memberEntry), next: z.nullable(z.string()) }),
    }),
  }),
  'GET /api/team/:user_id/check_ins': operation({
    summary: 'Entries that a member shares with the caller, newest first',
    access: 'session',
    params,
    query: page,
    response: z.strictObject({ rows: z.array(memberEntry), next: z.nullable(z.string()) }),
  }),
  'GET /api/team/:user_id/goals': operation({
    summary: 'Goals of a member: open ones in their order, then completed ones, newest first',
    access: 'session',
    params,
    query: page,
    response: z.strictObject({ rows: z.array(memberGoal), next: z.nullable(z.string()) }),
  }),
  'GET /api/team/:user_id/shoutouts': operation({
    summary: 'Shoutouts of a member to the caller, newest first',
    access: 'session',
    params,
    query: page,
    response: z.strictObject({ rows: z.array(memberShoutout), next: z.nullable(z.string()) }),
  }),
} as const;
