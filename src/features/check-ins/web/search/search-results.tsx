import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useMemo, useRef } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailedPanel } from '#ui/failed-panel.tsx';
import { toast } from '#ui/toast.ts';
import { limits } from '../../constants.ts';
import { matcher, searchTerms } from '../../search-rules.ts';
import { searchTexts } from '../../search-texts.ts';
import { texts } from '../../texts.ts';
import { lastOwnChange } from '../queries/check-in-changes.ts';
import { say } from '../announcement.ts';
import { EntryChunk } from '../entries/entry-chunk.tsx';
import { estimateHeight } from '../entries/row-height.ts';
import { searchOf, type FilterPlace } from './filter.ts';
import { monthTitle, wholeNumber } from '#platform/reader/formats.ts';
import { foundMonths, type FoundMonth } from './found-months.ts';
import { LedgerSheet } from '#ui/ledger-sheet.tsx';
import { useApproaching } from '../entries/near-view.ts';
import { TextOptionsContext, type TextOptions } from '../entries/text-options.ts';
import { marksIn } from '../entries/search-marks.ts';
import { SearchChips } from './search-chips.tsx';
import { searchQuery } from './search-queries.ts';
import { TimelineLoading } from '../entries/entries-states.tsx';

const chunkSize = 15;

type Props = {
  scope: Scope;
  place: FilterPlace;
  /** How entry texts are rendered on the timeline. */
  textOptions: TextOptions;
  today: string;
  hidden: string;
  arrived: ReadonlySet<string>;
};

/** The entries that match the filter in the URL, by month, with matches highlighted (R-B3). */
export function SearchResults(props: Props) {
  return (
    <>
      <SearchChips place={props.place} />
      <Results {...props} />
    </>
  );
}

function Results({ scope, place, textOptions, today, hidden, arrived }: Props) {
  const { filter, show } = place;
  const { timezone } = scope;
  const search = useMemo(() => searchOf(filter, timezone), [filter, timezone]);
  const query = useInfiniteQuery({ ...searchQuery(scope, search), placeholderData: keepPreviousData });
  const { data, isPlaceholderData, isError, refetch, hasNextPage, isFetching } = query;
  const months = useMemo(
    () => foundMonths(data?.pages ?? [], new Set(hidden.split(',')), timezone, chunkSize),
    [data, hidden, timezone],
  );
  const marking = useMemo(() => {
    const terms = searchTerms(search);
    return terms.length === 0
      ? textOptions
      : { ...textOptions, marksIn: (text: string) => marksIn(text, terms) };
  }, [textOptions, search]);
  const clear = () => show({}, 'choose');
  const count = data?.pages[0]?.count ?? 0;
  const found = data && !isPlaceholderData ? foundText(count) : undefined;
  const head = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (found !== undefined) say(found);
  }, [found]);
  useEffect(() => {
    // A clicked tag loses the focus when its row is unmounted.
    if (found !== undefined && document.activeElement === document.body) head.current?.focus();
  }, [found]);
  useHiddenEntryToast(search, clear);

  if (!data) {
    return isError ? <SearchFailed onRetry={() => void refetch()} /> : <TimelineLoading />;
  }
  const isPartial = data.pages.some(({ copy }) => copy === 'partial');
  if (months.length === 0 && !isPlaceholderData) {
    return (
      <EmptyState
        title={searchTexts.nothing}
        as="h2"
        action={<Button onClick={clear}>{searchTexts.clear}</Button>}
      >
        {isPartial ? searchTexts.partial : searchTexts.nothingHint}
      </EmptyState>
    );
  }
  return (
    <TextOptionsContext value={marking}>
      <section
        aria-label={searchTexts.results}
        className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}
        aria-busy={isPlaceholderData}
      >
        <div className="flex min-h-control flex-wrap items-center gap-x-3">
          <p ref={head} tabIndex={-1} className="figures text-button text-ink-2">
            {foundText(count)}
          </p>
          <Button variant="quiet" className="-my-1" onClick={clear}>
            {searchTexts.clear}
          </Button>
        </div>
        {isPartial && <p className="text-meta text-ink-2">{searchTexts.partial}</p>}
        {months.map((month) => (
          <Month key={month.month} month={month} scope={scope} today={today} arrived={arrived} />
        ))}
        {isError && <Retry onRetry={() => void (hasNextPage ? query.fetchNextPage() : refetch())} />}
        {hasNextPage && !isError && (
          <More key={data.pages.length} ready={!isFetching} onNear={() => void query.fetchNextPage()} />
        )}
      </section>
    </TextOptionsContext>
  );
}

function SearchFailed({ onRetry }: { onRetry: () => void }) {
  const { title, sentence, offline } = searchTexts.failed;
  const reason = navigator.onLine ? sentence : offline;
  return <FailedPanel title={title} sentence={reason} again={texts.tryAgain} onRetry={onRetry} />;
}

/** "12 entries found", "1,000+ entries found" */
function foundText(count: number): string {
  const max = limits.counted;
  return searchTexts.found(count, count > max ? `${wholeNumber(max)}+` : wholeNumber(count));
}

/** Shows a toast if an entry that this page created, changed or restored does not match the search. */
function useHiddenEntryToast(search: Parameters<typeof matcher>[0], clear: () => void): void {
  const onChange = useEffectEvent(() => {
    const { row } = lastOwnChange.get();
    if (!row || row.deleted_at !== null || matcher(search)(row)) return;
    toast({
      title: searchTexts.outside,
      description: searchTexts.outsideDetail,
      action: { label: searchTexts.clear, onPress: clear },
    });
  });
  useEffect(() => lastOwnChange.subscribe(onChange), []);
}

type MonthProps = { month: FoundMonth; scope: Scope; today: string; arrived: ReadonlySet<string> };

function Month({ month, scope, today, arrived }: MonthProps) {
  const heading = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const approaching = useApproaching(sheet);
  const rows = month.chunks.reduce((sum, { size }) => sum + size, 0);
  return (
    <section aria-labelledby={heading} className="[section+&]:mt-5">
      <div className="grid min-h-12 grid-cols-[var(--gutter)_minmax(0,1fr)] items-center">
        <h2 id={heading} className="col-start-2 py-1.5 pe-1 ps-[1.0625rem] text-month md:ps-[1.4375rem]">
          {monthTitle(month.month)}
        </h2>
      </div>
      <LedgerSheet ref={sheet} farHeight={approaching ? undefined : estimateHeight(rows)}>
        {month.chunks.map(({ key, ...chunk }) => (
          <EntryChunk
            key={key}
            chunk={chunk}
            scope={scope}
            today={today}
            arrived={arrived}
            need={noop}
            approaching={approaching}
          />
        ))}
      </LedgerSheet>
    </section>
  );
}

const noop = () => undefined;

/** Height of the placeholder for the next page, in pixels. */
const moreHeight = 96;

/** The end of the loaded results. Requests the next page a few screens before. */
function More({ ready, onNear }: { ready: boolean; onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const approaching = useApproaching(mark);
  const loadMore = useEffectEvent(onNear);
  useEffect(() => {
    if (approaching && ready) loadMore();
  }, [approaching, ready]);
  return <div ref={mark} aria-hidden="true" style={{ height: moreHeight }} />;
}

function Retry({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-3">
      <p className="text-button font-normal text-ink-2">{texts.failed.more}</p>
      <Button onClick={onRetry}>{texts.tryAgain}</Button>
    </div>
  );
}
