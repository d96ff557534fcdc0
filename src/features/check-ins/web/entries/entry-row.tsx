import { memo, use, useLayoutEffect, useRef } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { NoPart } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import type { CheckIn } from '../../contract.ts';
import { texts } from '../../texts.ts';
import { EntryFiles } from './entry-files.tsx';
import { EntryMarks } from './entry-marks.tsx';
import { EntryPartsContext } from './entry-parts.ts';
import { EntryText } from './entry-text.tsx';
import { fullTime, gutterTime, longDay, shortDay, timeOfDay } from '#platform/reader/formats.ts';
import { LedgerRow } from '#ui/ledger-row.tsx';
import { dayOf } from '#platform/clock/days.ts';
import { endSlide } from './row-motion.ts';
import { RowBar, RowMenu, useTouch } from './row-tools.tsx';

/** Few entries have files that are not uploaded. */
const MissingFiles = fetched(async () => (await import('../files/missing-files.tsx')).MissingFiles, NoPart);

type Props = {
  entry: CheckIn;
  scope: Scope;
  /** `YYYY-MM-DD` of today. */
  today: string;
  /** Whether it has just arrived from another tab or device. */
  arrived: boolean;
};

/** One check-in on the timeline. */
export const EntryRow = memo(function EntryRow({ entry, scope, today, arrived }: Props) {
  const { timezone } = scope;
  const full = fullTime(entry.created_at, timezone);
  const time = timeOfDay(entry.created_at, timezone);
  const missing = entry.missing_files.length > 0;
  const parts = use(EntryPartsContext);
  const touch = useTouch();
  useLayoutEffect(() => () => endSlide(entry.id), [entry.id]);
  return (
    <LedgerRow
      entryId={entry.id}
      label={texts.entryLabel(longDay(entry.created_at, timezone), time)}
      date={
        <time dateTime={entry.created_at} title={full} data-time={gutterTime(entry.created_at, timezone)}>
          {shortDay(entry.created_at, timezone)}
        </time>
      }
      emoji={entry.emoji}
      today={dayOf(entry.created_at, timezone) === today}
    >
      {arrived && <Arrival />}
      {touch && <RowMenu entry={entry} scope={scope} />}
      <EntryText text={entry.content} />
      {parts?.slip({ sharedWith: entry, entry, scope })}
      <EntryMarks entry={entry} scope={scope} />
      {(entry.file_count > 0 || missing) && <EntryFiles entry={entry} />}
      {missing && <MissingFiles entry={entry} scope={scope} />}
      {!touch && <RowBar entry={entry} scope={scope} />}
    </LedgerRow>
  );
});

/** Slides the surrounding row in once. With reduced motion, only fades it in. */
function Arrival() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const move = reducedMotion ? {} : { transform: ['translateY(-8px)', 'none'] };
    mark.current
      ?.closest('article')
      ?.animate?.(
        { opacity: [0, 1], ...move },
        { duration: reducedMotion ? 80 : 240, easing: 'cubic-bezier(.2,.7,.2,1)' },
      );
  }, []);
  return <span ref={mark} hidden />;
}
