import { fullTime, mediumDay, shortDay } from '#platform/reader/formats.ts';
import { dayOf } from '#platform/clock/days.ts';

type Props = {
  at: string;
  timezone: string;
  /** `YYYY-MM-DD` of today. */
  today: string;
};

/** A date in the gutter, with the year unless it is the current one. */
export function MemberDate({ at, timezone, today }: Props) {
  const isThisYear = dayOf(at, timezone).slice(0, 4) === today.slice(0, 4);
  return (
    <time dateTime={at} title={fullTime(at, timezone)}>
      {isThisYear ? shortDay(at, timezone) : mediumDay(at, timezone)}
    </time>
  );
}
