import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { use, useDeferredValue, useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { FailedPart, fetched } from '#ui/fetched.tsx';
import { useStore } from '#ui/store.ts';
import { fetchAhead } from '#ui/when-idle.ts';
import { texts } from '../../texts.ts';
import { AddButtons, FirstEntryPrompt, useIsEmpty } from '../compose/add-buttons.tsx';
import { BinLink } from '../bin/bin-link.tsx';
import { monthRowsQuery, monthsQuery } from '../queries/check-in-queries.ts';
import { say } from '../announcement.ts';
import { closeEditor, editor, loadEditor } from '../drafts/editor.ts';
import { loadFiles } from '../entries/entry-files.tsx';
import { EntryPartsContext } from '../entries/entry-parts.ts';
import { isFiltering, type FilterPlace } from '../search/filter.ts';
import { LedgerFold, LedgerLine } from './ledger-fold.tsx';
import { entryQueue } from '../outbox/entry-queue.ts';
import { PendingRows } from '../outbox/later-rows.ts';
import { LedgerSheet } from '#ui/ledger-sheet.tsx';
import { OlderMonth, OpenMonth } from './month-section.tsx';
import { shownMonths } from '../months.ts';
import { TextOptionsContext } from '../entries/text-options.ts';
import { SearchLine } from '../search/search-line.tsx';
import { TimelineFailed, TimelineLoading } from '../entries/entries-states.tsx';
import { YearLoading } from '../year/year-loading.tsx';
import { useLiveCheckIns } from './use-live-check-ins.ts';
import { whenUsed } from '#ui/page-use.ts';
import { useToday } from '#platform/reader/use-today.ts';

const loadEditDialog = () => import('../compose/edit-check-in-dialog.tsx');
const EditCheckInDialog = fetched(
  async () => (await loadEditDialog()).EditCheckInDialog,
  () => <FailedOverlay onClose={closeEditor} />,
);

const SearchPanel = fetched(async () => (await import('../search/search-panel.tsx')).SearchPanel, FailedPart);
const SearchResults = fetched(
  async () => (await import('../search/search-results.tsx')).SearchResults,
  FailedPart,
  <TimelineLoading />,
);

const loadYearMap = () => import('../year/year-map.tsx');
const YearMap = fetched(async () => (await loadYearMap()).YearMap, FailedPart, <YearLoading />);

type Props = {
  scope: Scope;
  /** The filter in the URL. */
  place: FilterPlace;
  /** Shown next to the add button. */
  menu?: ReactNode;
};

/** The TIMELINE tab: the user's entries by month, newest first, with the add button and the search. */
export function Timeline({ scope, place, menu }: Props) {
  const { userId } = scope;
  const edited = useStore(editor, (state) => state.open);
  const EditNote = use(EntryPartsContext)?.EditNote;

  useEffect(() => loadEditor(userId), [userId]);
  // So that they open without delay, even offline.
  useEffect(
    () =>
      fetchAhead(() => {
        void EditNote?.preload();
        void Promise.allSettled([loadEditDialog(), loadFiles(), loadYearMap()]);
      }),
    [EditNote],
  );

  return (
    <>
      <Entries scope={scope} place={place} menu={menu} />
      {edited && <EditCheckInDialog key={edited.id} entry={edited} scope={scope} />}
    </>
  );
}

function Entries({ scope, place, menu }: Props) {
  const today = useToday(scope.timezone);
  const panelId = useId();
  const [panelOpen, setPanelOpen] = useState(false);
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  const { data } = useQuery(monthsQuery(scope));
  const empty = useIsEmpty(scope) ?? false;
  const filtering = isFiltering(place.filter);
  const hidden = useStore(entryQueue.store, ({ all }) =>
    all
      .filter(({ state }) => state !== 'refused')
      .map(({ write }) => write.id)
      .join(),
  );
  const textOptions = useMemo(
    () => ({
      tagHref: (tag: string) => place.hrefOf({ tag }),
      openTag: (tag: string) => place.show({ tag }, 'open'),
    }),
    [place],
  );
  const isSending = (id: string) => entryQueue.find(id) !== undefined;
  const show = (ids: string[]) => {
    const others = ids.filter((id) => !isSending(id));
    if (others.length === 0) return;
    setArrived((before) => new Set([...before, ...others]));
    say(texts.newEntry);
  };
  useLiveCheckIns(scope, data?.as_of, show, isSending);

  const shared = { scope, today, hidden, arrived };
  const panel = { id: panelId, open: panelOpen, toggle: () => setPanelOpen(!panelOpen) };
  return (
    <>
      <AddButtons scope={scope}>
        {menu}
        {(!empty || filtering) && (
          <div className="min-w-0 grow max-md:basis-full md:ms-auto md:max-w-96">
            <SearchLine scope={scope} place={place} panel={panel} />
          </div>
        )}
      </AddButtons>
      {panelOpen && <SearchPanel id={panelId} scope={scope} place={place} today={today} />}
      {filtering ? (
        <>
          <Unsaved scope={scope} />
          <SearchResults {...shared} place={place} textOptions={textOptions} />
        </>
      ) : (
        <TextOptionsContext value={textOptions}>
          <Months {...shared} openDay={(day) => place.show({ from: day, to: day }, 'open')} />
        </TextOptionsContext>
      )}
    </>
  );
}

/** Unsent entries, above the search results. */
function Unsaved({ scope }: { scope: Scope }) {
  const saves = useStore(entryQueue.store, ({ all }) => all.length);
  if (saves === 0) return null;
  return (
    <div className="pb-5">
      <LedgerSheet>
        <PendingRows scope={scope} />
      </LedgerSheet>
    </div>
  );
}

/** Older months to render first, on the server too: enough to fill a window. A log may have a hundred. */
const firstMonths = 12;

type MonthsProps = {
  scope: Scope;
  today: string;
  hidden: string;
  arrived: ReadonlySet<string>;
  openDay: (day: string) => void;
};

function Months({ openDay, ...shared }: MonthsProps) {
  const { scope, today } = shared;
  const current = today.slice(0, 7);
  const yearId = useId();
  const shown = useDeferredValue(Infinity, firstMonths);
  usePrefetchInfiniteQuery(monthRowsQuery(scope, current));
  const { data, isError, isPaused, refetch } = useQuery(monthsQuery(scope));
  const saves = useStore(entryQueue.store, ({ all }) => all.length);
  const empty = useIsEmpty(scope) ?? false;
  // From then on, there is a place to keep.
  useEffect(() => whenUsed(() => void import('./kept-place.ts').catch(() => undefined)), []);
  const months = useMemo(() => shownMonths(data?.months ?? [], current), [data, current]);

  if (!data) {
    if (isError || isPaused) return <TimelineFailed offline={isPaused} onRetry={() => void refetch()} />;
    return <TimelineLoading />;
  }
  const openMonths = months.filter(({ month }) => month >= current);
  const olderMonths = months.filter(({ month }) => month < current);
  return (
    <>
      {openMonths.map((month, index) => (
        <OpenMonth
          key={month.month}
          {...shared}
          month={month}
          yearMark={false}
          top={index === 0 && saves > 0 ? <PendingRows scope={scope} /> : undefined}
          instead={empty ? <FirstEntryPrompt /> : undefined}
        />
      ))}
      {olderMonths.length > 0 && (
        <div className="mt-7 border-t border-rule pt-1.5">
          <LedgerFold
            headingId={yearId}
            line={<LedgerLine as="summary" headingId={yearId} title={texts.year.title} />}
          >
            <YearMap scope={scope} today={today} openDay={openDay} />
          </LedgerFold>
          {olderMonths.slice(0, shown).map((month, index) => (
            <OlderMonth
              key={month.month}
              {...shared}
              month={month}
              yearMark={startsYear(month.month, olderMonths[index - 1]?.month ?? current)}
            />
          ))}
        </div>
      )}
      <BinLink scope={scope} />
    </>
  );
}

/** Whether a month's year differs from that of the month above it. */
function startsYear(month: string, above: string): boolean {
  return month.slice(0, 4) !== above.slice(0, 4);
}
