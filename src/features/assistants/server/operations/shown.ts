// How entries and goals are shown to an assistant: only what it needs, with instants in the time zone of the user.
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { Goal } from '#features/goals/contract.ts';
import { dayBounds } from '#platform/clock/days.ts';
import { wallTime } from '#platform/clock/wall-time.ts';
import { limits } from '../../constants.ts';
import { excerpt, zonedInstant } from '../../rules.ts';

/** Shows instants of a time zone. */
export const shownIn = (timeZone: string) => (instant: string) => {
  const at = Date.parse(instant);
  return zonedInstant(at, wallTime(at, timeZone));
};

type Entry = Pick<CheckIn, 'id' | 'content' | 'emoji' | 'created_at' | 'kind' | 'file_count'>;

/**
 * An entry. `isQuoted`: its text is a shoutout that the user kept. `most`: characters of the text. With whom it is shared is
 * left out.
 */
export function shownEntry(
  entry: Entry,
  { timeZone, isQuoted, most = limits.excerpt }: { timeZone: string; isQuoted: boolean; most?: number },
): object {
  const { text, ...cut } = excerpt(entry.content, most);
  return {
    id: entry.id,
    date: shownIn(timeZone)(entry.created_at),
    ...(isQuoted ? { quoted_from_others: text } : { text }),
    ...cut,
    ...(entry.emoji !== null && { emoji: entry.emoji }),
    ...(entry.kind === 'goal' && { completed_goal: true }),
    ...(entry.file_count > 0 && { files: entry.file_count }),
  };
}

export function shownGoal({ id, text, cadence, period_start, created_at }: Goal, timeZone: string): object {
  return {
    id,
    text,
    ...(cadence !== null && { cadence, period_start }),
    set: shownIn(timeZone)(created_at),
  };
}

/** The span of days that both may be missing, as instants. */
export function spanOf(days: { from?: string | undefined; to?: string | undefined }, timeZone: string) {
  return {
    ...(days.from !== undefined && { from: dayBounds(days.from, timeZone).from }),
    ...(days.to !== undefined && { to: dayBounds(days.to, timeZone).to }),
  };
}
