import { ChevronRight } from 'lucide-react';
import { memo, useId, useState, type ReactNode } from 'react';
import type { MonthCount } from '../../contract.ts';
import { texts } from '../../texts.ts';
import { ActivityBars } from './activity-bars.tsx';
import type { Scope } from '../queries/check-in-queries.ts';
import { monthTitle, wholeNumber } from '../formats.ts';
import { MonthRows } from './month-rows.tsx';
import { partOfDay } from '../months.ts';

type Props = {
  scope: Scope;
  month: MonthCount;
  /** `YYYY-MM-DD` */
  today: string;
  /** The first month of its year from above: the year stands in the gutter. */
  yearMark: boolean;
  /** Ids of entries that are shown elsewhere for now, joined by commas. */
  hidden: string;
  arrived: ReadonlySet<string>;
  /** Rows above the entries. */
  top?: ReactNode;
  /** What stands in the place of the sheet when there is nothing in it. */
  instead?: ReactNode;
};

/** The current month, always open; a month that is dated ahead stands open above it. */
export function OpenMonth({ top, instead, ...month }: Props) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="[section+&]:mt-7">
      <MonthLine {...month} headingId={heading} />
      {instead ?? <MonthRows {...month} top={top} />}
    </section>
  );
}

/** An older month: one line until it is opened. */
export const OlderMonth = memo(function OlderMonth(month: Props) {
  const [open, setOpen] = useState(false);
  const heading = useId();
  return (
    <details
      className="group mt-1.5"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      aria-labelledby={heading}
    >
      <summary className="list-none rounded-sheet hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <MonthLine {...month} headingId={heading} collapsible />
      </summary>
      {open && (
        <div className="pb-5">
          <MonthRows {...month} />
        </div>
      )}
    </details>
  );
});

type LineProps = Pick<Props, 'month' | 'today' | 'yearMark'> & { headingId: string; collapsible?: boolean };

function MonthLine({ month, today, yearMark, headingId, collapsible = false }: LineProps) {
  const current = today.startsWith(month.month);
  return (
    <div className="grid min-h-12 grid-cols-[var(--gutter)_minmax(0,1fr)] items-center">
      <span
        aria-hidden="true"
        className="figures flex items-center justify-between pr-1.5 pl-2 text-meta font-semibold text-ink-3 md:pl-4.5"
      >
        {yearMark ? month.month.slice(0, 4) : ''}
        {collapsible && (
          <ChevronRight size={16} className="ml-auto transition-transform group-open:rotate-90" />
        )}
      </span>
      <div className="flex flex-wrap items-baseline gap-x-2 py-1.5 pr-1 pl-[1.0625rem] md:pl-[1.4375rem]">
        <h2 id={headingId} className="text-month">
          {monthTitle(month.month)}
        </h2>
        <p className="figures grow text-meta font-semibold whitespace-nowrap text-ink-2">
          {texts.entriesCount(month.count, wholeNumber(month.count))}
        </p>
        <ActivityBars activity={month.activity} now={current ? partOfDay(today) : undefined} />
      </div>
    </div>
  );
}
