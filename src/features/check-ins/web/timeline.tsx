import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { texts } from '../texts.ts';
import { AddButtons, Beginning, useNothing } from './add-buttons.tsx';
import { BinLink } from './bin-link.tsx';
import { monthRowsQuery, monthsQuery, type Scope } from './check-in-queries.ts';
import { composer, say } from './composer.ts';
import { editor, loadEditor } from './editor.ts';
import { loadViewer } from './entry-files.tsx';
import { OlderMonth, OpenMonth } from './month-section.tsx';
import { shownMonths } from './months.ts';
import { PendingRows } from './pending-rows.tsx';
import { useStore } from './store.ts';
import { TimelineFailed, TimelineLoading } from './timeline-states.tsx';
import { useLiveCheckIns } from './use-live-check-ins.ts';
import { useToday } from './use-today.ts';
import { useUndoKey } from './use-undo-key.ts';

const loadEditDialog = () => import('./edit-check-in-dialog.tsx');
const EditCheckInDialog = lazy(async () => ({ default: (await loadEditDialog()).EditCheckInDialog }));

/** TIMELINE: the person's entries by month, newest first, and the way to add one. */
export function Timeline({ scope }: { scope: Scope }) {
  const { userId } = scope;
  const edited = useStore(editor, (state) => state.open);

  useUndoKey();
  useEffect(() => loadEditor(userId), [userId]);
  useEffect(() => {
    // The dialog and the viewer are parts of their own, fetched while nothing else is going on.
    const timer = setTimeout(() => void Promise.allSettled([loadEditDialog(), loadViewer()]), 1500);
    return () => clearTimeout(timer);
  }, []);

  return (
    <>
      <AddButtons scope={scope} />
      <Months scope={scope} />
      <Suspense>{edited && <EditCheckInDialog key={edited.id} entry={edited} scope={scope} />}</Suspense>
    </>
  );
}

function Months({ scope }: { scope: Scope }) {
  const today = useToday(scope.timezone);
  const current = today.slice(0, 7);
  usePrefetchInfiniteQuery(monthRowsQuery(scope, current));
  const { data, isError, isPaused, refetch } = useQuery(monthsQuery(scope));
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  const hidden = useStore(composer, ({ saves }) =>
    saves
      .filter((save) => !save.failed)
      .map(({ draft }) => draft.id)
      .join(),
  );
  const saves = useStore(composer, (state) => state.saves.length);
  const nothing = useNothing(scope) ?? false;
  const months = useMemo(() => shownMonths(data?.months ?? [], current), [data, current]);

  useLiveCheckIns(scope, data?.as_of, (ids) => {
    const own = composer.get().saves.map(({ draft }) => draft.id);
    const others = ids.filter((id) => !own.includes(id));
    if (others.length === 0) return;
    setArrived((before) => new Set([...before, ...others]));
    say(texts.newEntry);
  });

  if (!data) {
    if (isError || isPaused) return <TimelineFailed offline={isPaused} onRetry={() => void refetch()} />;
    return <TimelineLoading />;
  }
  const openMonths = months.filter(({ month }) => month >= current);
  const olderMonths = months.filter(({ month }) => month < current);
  const shared = { scope, today, hidden, arrived };
  return (
    <>
      {openMonths.map((month, index) => (
        <OpenMonth
          key={month.month}
          {...shared}
          month={month}
          yearMark={false}
          top={index === 0 && saves > 0 ? <PendingRows scope={scope} /> : undefined}
          instead={nothing ? <Beginning /> : undefined}
        />
      ))}
      {olderMonths.length > 0 && (
        <div className="mt-7 border-t border-rule pt-1.5">
          {olderMonths.map((month, index) => (
            <OlderMonth
              key={month.month}
              {...shared}
              month={month}
              yearMark={startsYear(month.month, olderMonths[index - 1]?.month ?? current)}
            />
          ))}
        </div>
      )}
      <BinLink scope={scope} nothing={nothing} />
    </>
  );
}

/** Whether a month's year differs from that of the month above it. */
function startsYear(month: string, above: string): boolean {
  return month.slice(0, 4) !== above.slice(0, 4);
}
