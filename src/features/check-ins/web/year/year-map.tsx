import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState, type MouseEvent } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { isRightToLeft } from '#ui/reading-direction.ts';
import { texts } from '../../texts.ts';
import { yearTexts } from '../../year-texts.ts';
import { dayTitle, monthTitle, shortMonth, shortWeekday, wholeNumber } from '#platform/reader/formats.ts';
import { dayBounds } from '#platform/clock/days.ts';
import { call, daysKey } from '../queries/check-in-queries.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import { YearLoading } from './year-loading.tsx';
import { firstDay, monthsOf, weeksOf, type YearDay } from './year.ts';

type Props = {
  scope: Scope;
  /** `YYYY-MM-DD` */
  today: string;
  /** Without it, days cannot be opened. */
  openDay?: ((day: string) => void) | undefined;
};

function daysQuery(scope: Scope, today: string) {
  const first = firstDay(today);
  return queryOptions({
    queryKey: [...daysKey(scope), first, today] as const,
    queryFn: ({ signal }) => {
      const span = { from: dayBounds(first, scope.timezone).from, to: dayBounds(today, scope.timezone).to };
      return call('GET /api/check_ins/days', { query: { timezone: scope.timezone, ...span } }, signal);
    },
    select: ({ days }) => weeksOf(today, days),
    retry: shouldRetry,
  });
}

/** The activity of the last year: a square for each day, and a table by month for screen readers. */
export function YearMap({ scope, today, openDay }: Props) {
  const { data: weeks, isError, isPaused, refetch } = useQuery(daysQuery(scope, today));
  const [pointed, setPointed] = useState<YearDay>();
  if (!weeks && (isError || isPaused)) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 py-4 text-ui text-ink-2">
        {yearTexts.failed}
        <Button onClick={() => void refetch()}>{texts.tryAgain}</Button>
      </div>
    );
  }
  if (!weeks) return <YearLoading />;
  const days = weeks.flat().filter(({ count }) => count > 0);
  const sum = days.reduce((all, { count }) => all + count, 0);
  return (
    <div className="py-4">
      {/* On a narrow screen, it scrolls sideways and starts at today. */}
      <div
        ref={showEnd}
        role="group"
        aria-label={yearTexts.map}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-counter md:ms-[calc(var(--gutter)+1.4375rem-2.25rem)]"
      >
        <Squares weeks={weeks} today={today} openDay={openDay} onPoint={setPointed} />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-meta text-ink-2 md:ps-[calc(var(--gutter)+1.4375rem)]">
        <p className="figures">
          {pointed
            ? `${dayTitle(pointed.day)}: ${entries(pointed.count)}`
            : yearTexts.sum(sum, days.length, wholeNumber)}
        </p>
        <Legend />
      </div>
      <MonthTable weeks={weeks} />
    </div>
  );
}

function showEnd(scroller: HTMLElement | null): void {
  if (scroller) scroller.scrollLeft = scroller.scrollWidth * (isRightToLeft() ? -1 : 1);
}

const entries = (count: number) => texts.entriesCount(count, wholeNumber(count));

const fills = ['fill-sunken', 'fill-primary/30', 'fill-primary/50', 'fill-primary/75', 'fill-primary'];
const side = 11;
const step = 14;
const left = 36;
const above = 18;
/** From right to left, the drawing is mirrored as a whole, and its texts once more. */
const label = 'fill-ink-3 origin-center [transform-box:fill-box] mirrored:-scale-x-100';

type SquaresProps = Pick<Props, 'today' | 'openDay'> & {
  weeks: YearDay[][];
  onPoint: (day: YearDay | undefined) => void;
};

function Squares({ weeks, today, openDay, onPoint }: SquaresProps) {
  const dayOf = ({ target }: MouseEvent): YearDay | undefined => {
    const pointed = (target as Element).getAttribute('data-day');
    return weeks.flat().find(({ day }) => day === pointed);
  };
  return (
    <svg
      aria-hidden="true"
      width={left + weeks.length * step}
      height={above + 7 * step}
      className="block text-counter font-normal [direction:ltr] mirrored:-scale-x-100"
      onPointerOver={(event) => onPoint(dayOf(event))}
      onPointerLeave={() => onPoint(undefined)}
      onClick={(event) => {
        const day = dayOf(event);
        if (day && day.count > 0) openDay?.(day.day);
      }}
    >
      {weeks.map((week, index) => {
        const monthStart = week.find(({ day }) => day.endsWith('-01'));
        return (
          monthStart && (
            <text key={monthStart.day} x={left + index * step} y={10} className={label}>
              {shortMonth(monthStart.day)}
            </text>
          )
        );
      })}
      {[0, 2, 4].map((row) => (
        <text key={row} x={0} y={above + row * step + 9} className={label}>
          {shortWeekday(weeks[0]![row]!.day)}
        </text>
      ))}
      {weeks.map((week, index) =>
        week.map((one, row) => (
          <rect
            key={one.day}
            data-day={one.day}
            x={left + index * step + 0.5}
            y={above + row * step + 0.5}
            width={side}
            height={side}
            rx={2}
            className={`${fills[one.level]} ${one.day === today ? 'stroke-margin' : 'stroke-rule'} ${openDay && one.count > 0 ? 'cursor-pointer' : ''} transition-[fill] duration-240`}
          />
        )),
      )}
    </svg>
  );
}

function Legend() {
  return (
    <p aria-hidden="true" className="flex items-center gap-1.5">
      {yearTexts.less}
      <svg width={fills.length * step} height={side + 1} className="mirrored:-scale-x-100">
        {fills.map((fill, index) => (
          <rect
            key={fill}
            x={index * step + 0.5}
            y={0.5}
            width={side}
            height={side}
            rx={2}
            className={`${fill} stroke-rule`}
          />
        ))}
      </svg>
      {yearTexts.more}
    </p>
  );
}

function MonthTable({ weeks }: { weeks: YearDay[][] }) {
  return (
    // `sr-only` is on a wrapper, because a table is always as wide as its text.
    <div className="sr-only">
      <table>
        <caption>{texts.year.title}</caption>
        <thead>
          <tr>
            {yearTexts.columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthsOf(weeks).map(({ month, count, days }) => (
            <tr key={month}>
              <th scope="row">{monthTitle(month)}</th>
              <td>{wholeNumber(count)}</td>
              <td>{days}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
