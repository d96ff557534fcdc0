// Reads a calendar week, Monday to Sunday, of a time zone and makes its report (R-D5).
import { countTags } from '#features/check-ins/tag-rules.ts';
import type { Direction } from '#features/shoutouts/contract.ts';
import { unknownSender } from '#features/shoutouts/texts.ts';
import { dayStarts, localDay } from '#platform/clock/wall-time.ts';
import type { Reader } from '#platform/database/transaction.ts';
import { limits } from '../../constants.ts';
import { addDays, mondayOf, weekReview, type TwoWeeks, type WeekReview } from '../../rules.ts';
import {
  dayRows,
  entryRows,
  goalRows,
  hasAnythingBefore,
  owner,
  shoutoutRows,
  type Owner,
} from '../store.ts';

export type Week = TwoWeeks & { timezone: string; isCurrent: boolean };

/** The week that contains a day, and the week before. The current one if the day is later or undefined. */
export function weekOf(day: string | undefined, timezone: string, now: number): Week {
  const current = mondayOf(localDay(now, timezone));
  const requested = day === undefined ? current : mondayOf(day);
  const monday = requested < current ? requested : current;
  return {
    monday,
    starts: dayStarts(addDays(monday, -7), 14, timezone),
    timezone,
    isCurrent: monday === current,
  };
}

export type FoundWeek = { owner: Owner; review: WeekReview; hasEarlier: boolean };

/** Starts all its queries together, for one trip. Undefined without a viewer. */
export async function readWeek(tx: Reader, week: Week): Promise<FoundWeek | undefined> {
  const starts = week.starts.map((at) => new Date(at).toISOString());
  const span = { from: starts[7]!, to: starts[14]! };
  const shoutoutsOf = (direction: Direction) =>
    shoutoutRows(tx, span, { direction, limit: limits.shoutouts, unknown: unknownSender });
  const [found, days, entries, goals, received, sent, hasEarlier] = await Promise.all([
    owner(tx),
    dayRows(tx, starts),
    entryRows(tx, span),
    goalRows(tx, span),
    shoutoutsOf('received'),
    shoutoutsOf('sent'),
    hasAnythingBefore(tx, span.from),
  ]);
  if (!found) return undefined;
  const shoutouts = [...received.toReversed(), ...sent.toReversed()];
  const rows = { name: found.full_name, days, entries, goals, shoutouts };
  const tags = countTags(entries.map(({ content }) => content));
  return { owner: found, review: weekReview(week, rows, tags), hasEarlier };
}
