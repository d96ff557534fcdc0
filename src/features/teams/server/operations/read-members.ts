// What a manager sees of the members (R-E3 to R-E5). Returns 404 for members that the caller cannot access, for any
// reason.
import { cursorProblem, decideCursor, pageOf } from '#platform/http/paging.ts';
import { cadences } from '#features/goals/constants.ts';
import { periodState } from '#features/goals/rules.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import { localDay } from '#platform/clock/wall-time.ts';
import { inOneTrip, refuse, type Handlers } from '#platform/http/bind.ts';
import { memberLimits } from '../../member-constants.ts';
import type { memberOperations } from '../../member-contract.ts';
import { decideGoalCursor, goalPageOf } from '../../goal-rules.ts';
import {
  memberCounts,
  memberEntries,
  memberGoals,
  memberShoutouts,
  teamCards,
  visitMember,
} from '../member-store.ts';

type All = typeof memberOperations;

/** Days until the end of a goal's period in which the goal is due, today included. */
const dueWithinDays = 7;

const refuseCursor = () => refuse('invalid_input', { detail: cursorProblem });

const listTeam = inOneTrip<All['GET /api/team']>(async ({ tx, input: { query } }) => {
  const cards = await teamCards(tx, query.after ?? null, memberLimits.members + 1);
  const shown = cards.slice(0, memberLimits.members);
  const isDue = dueGoals(Date.now());
  return {
    members: shown.map(({ time_zone: zone, goal_periods: periods, shared_entries: _total, ...card }) => ({
      ...card,
      goals_due: periods === '' ? 0 : periods.split(',').filter((period) => isDue(period, zone)).length,
    })),
    next: cards.length > shown.length ? shown.at(-1)!.user_id : null,
    shared_entries: cards[0]?.shared_entries ?? 0,
  };
});

/**
 * Whether a goal with this period is due in its owner's time zone: the period ends within 7 days or has ended. Most goals
 * of a team have the same few periods, so each is decided once.
 */
function dueGoals(now: number): (period: string, zone: string | null) => boolean {
  const day = once((zone) => localDay(now, knownTimeZone(zone) ?? 'UTC'));
  const decide = once((dayAndPeriod) => {
    const [today = '', name, start = null] = dayAndPeriod.split(' ');
    const cadence = cadences.find((one) => one === name) ?? null;
    const state = periodState({ cadence, period_start: start }, today);
    if (state === undefined) return false;
    return state === 'carried_over' || ('days' in state && state.days <= dueWithinDays);
  });
  return (period, zone) => decide(`${day(zone ?? 'UTC')} ${period}`);
}

/** Computes each value once. */
function once<Value>(compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const found = known.get(key) ?? compute(key);
    known.set(key, found);
    return found;
  };
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
