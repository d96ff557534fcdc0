// What a manager sees of the members (R-E3 to R-E5). Members without access, of whatever reason, do not exist: 404.
import { decideCursor, pageOf, readingFaults } from '#features/check-ins/reading-rules.ts';
import { periodState } from '#features/goals/rules.ts';
import { ianaTimeZone } from '#platform/clock/time-zone.ts';
import { localDay } from '#platform/clock/wall-time.ts';
import { inOneTrip, refuse, type Handlers } from '#platform/http/bind.ts';
import {
  memberLimits,
  type MemberGoal,
  type memberOperations,
  type TeamMember,
} from '../../member-contract.ts';
import { decideGoalCursor, goalPageOf } from '../../goal-rules.ts';
import {
  memberCounts,
  memberEntries,
  memberGoals,
  memberShoutouts,
  teamCards,
  teamEntryCount,
  visitMember,
  type TeamCard,
} from '../member-store.ts';

type All = typeof memberOperations;

/** Days until the end of a goal's period in which the goal is due, today included. */
const dueWithinDays = 7;

const refuseCursor = () => refuse('invalid_input', { detail: readingFaults.cursor });

const listTeam = inOneTrip<All['GET /api/team']>(async ({ tx, input: { query } }) => {
  const [cards, count] = await Promise.all([
    teamCards(tx, query.after ?? null, memberLimits.members + 1),
    teamEntryCount(tx),
  ]);
  const shown = cards.slice(0, memberLimits.members);
  const now = Date.now();
  return {
    members: shown.map((card) => memberOf(card, now)),
    next: cards.length > shown.length ? shown.at(-1)!.user_id : null,
    shared_entries: count,
  };
});

function memberOf({ time_zone: zone, open_goals: goals, ...card }: TeamCard, now: number): TeamMember {
  const today = localDay(now, ianaTimeZone(zone) ?? 'UTC');
  return { ...card, goals_due: goals.filter((goal) => isDue(goal, today)).length };
}

/** Whether an open goal is due on its owner's day `today`: its period ends within 7 days or has ended. */
function isDue(goal: Pick<MemberGoal, 'cadence' | 'period_start'>, today: string): boolean {
  const state = periodState(goal, today);
  if (state === undefined) return false;
  return state === 'carried_over' || ('days' in state && state.days <= dueWithinDays);
}

const readMember = inOneTrip<All['GET /api/team/:user_id']>(async ({ tx, input: { params } }) => {
  const { page } = memberLimits;
  const [member, counts, entries] = await Promise.all([
    visitMember(tx, params.user_id),
    memberCounts(tx, params.user_id),
    memberEntries(tx, params.user_id, null, page + 1),
  ]);
  return member ? { ...member, counts, entries: pageOf(entries, page, 'created_at') } : refuse('not_found');
});

const listEntries = inOneTrip<All['GET /api/team/:user_id/check_ins']>(
  async ({ tx, input: { params, query } }) => {
    const before = decideCursor(query.before);
    if (before === 'invalid') return refuseCursor();
    const [member, found] = await Promise.all([
      visitMember(tx, params.user_id),
      memberEntries(tx, params.user_id, before, query.limit + 1),
    ]);
    return member ? pageOf(found, query.limit, 'created_at') : refuse('not_found');
  },
);

const listGoals = inOneTrip<All['GET /api/team/:user_id/goals']>(async ({ tx, input: { params, query } }) => {
  const before = decideGoalCursor(query.before);
  if (before === 'invalid') return refuseCursor();
  const [member, found] = await Promise.all([
    visitMember(tx, params.user_id),
    memberGoals(tx, params.user_id, before, query.limit + 1),
  ]);
  return member ? goalPageOf(found, query.limit) : refuse('not_found');
});

const listShoutouts = inOneTrip<All['GET /api/team/:user_id/shoutouts']>(
  async ({ tx, input: { params, query } }) => {
    const before = decideCursor(query.before);
    if (before === 'invalid') return refuseCursor();
    const [member, found] = await Promise.all([
      visitMember(tx, params.user_id),
      memberShoutouts(tx, params.user_id, before, query.limit + 1),
    ]);
    return member ? pageOf(found, query.limit, 'created_at') : refuse('not_found');
  },
);

export const memberHandlers: Handlers<All> = {
  'GET /api/team': listTeam,
  'GET /api/team/:user_id': readMember,
  'GET /api/team/:user_id/check_ins': listEntries,
  'GET /api/team/:user_id/goals': listGoals,
  'GET /api/team/:user_id/shoutouts': listShoutouts,
};
