// Data in the document of a signed-in user, so that their first screen needs no further requests.
import type { operations as billing } from '#features/billing/contract.ts';
import type { operations as checkIns } from '#features/check-ins/contract.ts';
import type { operations as goals } from '#features/goals/contract.ts';
import type { operations as profile } from '#features/profile/contract.ts';
import type { operations as resume } from '#features/resume/contract.ts';
import type { operations as shoutouts } from '#features/shoutouts/contract.ts';
import type { operations as teams } from '#features/teams/contract.ts';
import type { memberOperations } from '#features/teams/member-contract.ts';
import type { operations as vouches } from '#features/vouches/contract.ts';
import type { ResponseOf } from '#platform/http/operation.ts';

type Operations = typeof billing &
  typeof goals &
  typeof memberOperations &
  typeof profile &
  typeof resume &
  typeof shoutouts &
  typeof teams &
  typeof vouches;

/** The calls that every first screen of the logbook needs, without parameters. All are handled in one trip. */
export const firstCalls = {
  subscription: 'POST /api/functions/v1/check-subscription',
  relationships: 'POST /api/rpc/get_team_members_view',
  invitations: 'GET /api/team_invitations',
  team: 'GET /api/team',
  managers: 'GET /api/manager_access',
  vouches: 'GET /api/vouches',
  resumes: 'GET /api/resumes',
  unread: 'GET /api/shoutouts/unread_count',
  // For the offline copy.
  goals: 'GET /api/goals',
  profile: 'GET /api/profiles',
} as const satisfies Record<string, keyof Operations>;

type FirstCalls = typeof firstCalls;

/** The responses to these calls. A long one is missing, and the page requests it. */
export type FirstResponses = { [Name in keyof FirstCalls]?: ResponseOf<Operations[FirstCalls[Name]]> };

/** The responses to the timeline's first requests. */
export type FirstEntries = {
  /** The time zone of the data. A page in another zone requests its own. */
  timezone: string;
  months: ResponseOf<(typeof checkIns)['GET /api/check_ins/months']>;
  /** `YYYY-MM`: the month of the rows, the current one in that time zone. */
  month: string;
  rows: ResponseOf<(typeof checkIns)['GET /api/check_ins']>;
};

export type FirstPage = { responses: FirstResponses; entries: FirstEntries | null };

/** Id of the element with the data as JSON. */
export const firstPageId = 'logbook-first-page';
