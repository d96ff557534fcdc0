import { memo, useId, type ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import type { MonthCount } from '../../count-contract.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { texts } from '../../texts.ts';
import { ActivityBars } from './activity-bars.tsx';
import { monthTitle, wholeNumber } from '#platform/reader/formats.ts';
import { LedgerFold, LedgerLine } from './ledger-fold.tsx';
import { MonthRows } from './month-rows.tsx';
import { partOfDay } from '../months.ts';

type Props = {
  scope: Scope;
  month: MonthCount;
  /** `YYYY-MM-DD` */
  today: string;
  /** Shows the year in the gutter: this is the topmost month of its year. */
  yearMark: boolean;
  /** Ids of entries that pending rows show for now, joined by commas. */
  hidden: string;
  arrived: ReadonlySet<string>;
  /** Rows above the entries. */
  top?: ReactNode;
  /** Replaces the sheet if the logbook is empty. */
  instead?: ReactNode;
};

/** The current month, or a later one above it. Always open. */
export function OpenMonth({ top, instead, ...month }: Props) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="[section+&]:mt-7">
      <MonthLine {...month} as="div" headingId={heading} />
      {instead ?? <MonthRows {...month} top={top} />}
    </section>
  );
}

/** An older month, collapsed to one line until it is opened. */
export const OlderMonth = memo(function OlderMonth(month: Props) {
  const heading = useId();
  return (
    <LedgerFold headingId={heading} line={<MonthLine {...month} as="summary" headingId={heading} />}>
      <MonthRows {...month} older />
    </LedgerFold>
  );
});

type LineProps = Pick<Props, 'month' | 'today' | 'yearMark'> & { headingId: string; as: 'summary' | 'div' };

function MonthLine({ month, today, yearMark, headingId, as }: LineProps) {
  const current = today.startsWith(month.month);
  // A page that the server renders for everyone is first in English.
  useHydrated();
  return (
    <LedgerLine
      as={as}
      headingId={headingId}
      mark={yearMark ? month.month.slice(0, 4) : ''}
      title={monthTitle(month.month)}
    >
      <p className="figures grow text-meta font-semibold whitespace-nowrap text-ink-2">
        {texts.entriesCount(month.count, wholeNumber(month.count))}
      </p>
      <ActivityBars activity={month.activity} now={current ? partOfDay(today) : undefined} />
    </LedgerLine>
  );
}
