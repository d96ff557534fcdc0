import { isRefused, refuse, type Step } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { operations } from '../../contract.ts';
import { weekHtml } from '../documents/week-review.tsx';
import { owner } from '../store.ts';
import { readWeek, weekOf } from './read-week.ts';
import { reportZone } from './report-zone.ts';

type Call = {
  step: Step<'session'>;
  input: { body: BodyOf<(typeof operations)['POST /api/functions/v1/generate-week-review']> };
};

/** Two steps for an unknown time zone: the days of the week depend on the profile's. */
export function generateWeekReview(instanceName: string) {
  return async ({ step, input: { body } }: Call) => {
    const known = knownTimeZone(body.timezone);
    const profile = known ? undefined : await step(({ tx }) => owner(tx));
    if (isRefused(profile)) return profile;
    const week = weekOf(body.week, reportZone(body.timezone, profile?.time_zone), Date.now());
    const found = await step(({ tx }) => readWeek(tx, week));
    if (isRefused(found)) return found;
    if (!found) return refuse('no_session');
    return {
      reportHtml: weekHtml({ ...week, review: found.review, instanceName }),
      week: week.monday,
      has_earlier: found.hasEarlier,
      is_current: week.isCurrent,
    };
  };
}
