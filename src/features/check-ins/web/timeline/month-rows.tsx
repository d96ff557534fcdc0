import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import type { CheckIn, MonthCount } from '../../contract.ts';
import { texts } from '../../texts.ts';
import { chunksOf, rowsOf, type Chunk } from '../queries/check-in-cache.ts';
import { wholeNumber } from '../formats.ts';
import { monthRowsQuery, type Scope } from '../queries/check-in-queries.ts';
import { EntryChunk } from './entry-chunk.tsx';
import { LedgerSheet } from './ledger-sheet.tsx';

/**
 * Entries that are mounted and unmounted together. Each frame mounts one chunk, so a large one makes long frames; each is
 * observed on its own, so small ones make every frame longer.
 */
const chunkSize = 10;
/** So many entries of a month are loaded ahead while the page is idle: printing cannot wait for more of them. */
const loadedAhead = 500;
/** Milliseconds between two pages that are loaded ahead. */
const aheadEvery = 1500;
/** Entries that fill a window: chunks are drawn with the page until there are at least this many. */
const fillsWindow = 12;

type Props = {
  scope: Scope;
  month: MonthCount;
  today: string;
  hidden: string;
  arrived: ReadonlySet<string>;
  top?: ReactNode;
};

/** The sheet of one month. It reads pages as they come near the window and builds only what is near. */
export function MonthRows({ scope, month, today, hidden, arrived, top }: Props) {
  const [wanted, setWanted] = useState(false);
  const query = useInfiniteQuery({ ...monthRowsQuery(scope, month.month), enabled: wanted });
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;

  const chunks = useMemo(() => {
    const away = new Set(hidden.split(','));
    const loaded = rowsOf(data).filter((row) => !away.has(row.id));
    return chunksOf(loaded, data && !hasNextPage ? loaded.length : month.count, chunkSize);
  }, [data, hasNextPage, hidden, month.count]);

  const need = useCallback(() => {
    setWanted(true);
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  const loaded = rowsOf(data).length;
  const loadsAhead = hasNextPage && !isFetching && !isError && loaded < loadedAhead;
  useEffect(() => {
    if (!loadsAhead) return undefined;
    const timer = setTimeout(() => void fetchNextPage(), aheadEvery);
    return () => clearTimeout(timer);
  }, [loadsAhead, fetchNextPage]);

  return (
    <LedgerSheet>
      {top}
      {chunks.map((chunk, index) => (
        <EntryChunk
          key={chunk.number}
          chunk={chunk}
          scope={scope}
          today={today}
          arrived={arrived}
          need={need}
          first={rowsAbove(chunks, index) < fillsWindow}
        />
      ))}
      {hasNextPage && (
        <p className="hidden py-4 pr-4 pl-[calc(var(--gutter)+1.4375rem)] text-meta print:block">
          {texts.notPrinted(wholeNumber(month.count - loaded))}
        </p>
      )}
      {isError && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-3 py-3 pr-4 pl-[calc(var(--gutter)+1rem)]"
        >
          <p className="text-button font-normal text-ink-2">{texts.failed.more}</p>
          <Button onClick={() => void (data && hasNextPage ? fetchNextPage() : refetch())}>
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {chunks.length === 0 && !top && (
        <p className="py-5 pr-4 pl-[calc(var(--gutter)+1.0625rem)] text-ui md:pl-[calc(var(--gutter)+1.4375rem)] text-ink-3">
          {texts.noEntriesYet}
        </p>
      )}
    </LedgerSheet>
  );
}

/** All chunks but the first have the same size. */
function rowsAbove(chunks: Chunk<CheckIn>[], index: number): number {
  return index === 0 ? 0 : chunks[0]!.size + (index - 1) * chunkSize;
}
