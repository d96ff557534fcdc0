import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import type { MonthCount } from '../../count-contract.ts';
import { texts } from '../../texts.ts';
import { chunksOf, rowsOf } from '../queries/check-in-cache.ts';
import { wholeNumber } from '#platform/reader/formats.ts';
import { monthRowsQuery } from '../queries/check-in-queries.ts';
import { EntryChunk } from '../entries/entry-chunk.tsx';
import { estimateHeight } from '../entries/row-height.ts';
import { LedgerSheet } from '#ui/ledger-sheet.tsx';
import { whenUsed } from '#ui/page-use.ts';
import { useApproaching } from '../entries/near-view.ts';

/**
 * Entries that are mounted and unmounted together. Each frame mounts one chunk, so large chunks make long frames. Each
 * chunk is observed separately, so small chunks make every frame longer.
 */
const chunkSize = 10;
/** Entries of a month to preload while the page is idle, because printing cannot wait for them. */
const preloadLimit = 500;
/** Milliseconds between two preloaded pages. */
const preloadEvery = 1500;
/** Loaded entries below the near ones at which the next page is requested, so that fast scrolling does not wait for it. */
const lookAhead = 20;
/** Entries that fill a window. Chunks are rendered immediately until there are at least this many. */
const fillsWindow = 12;

type Props = {
  scope: Scope;
  month: MonthCount;
  today: string;
  hidden: string;
  arrived: ReadonlySet<string>;
  top?: ReactNode;
  /** One of many months that can be open. */
  older?: boolean;
};

/** The sheet of one month. Loads pages as they come near the viewport, and renders only what is near. */
export function MonthRows({ scope, month, today, hidden, arrived, top, older = false }: Props) {
  const sheet = useRef<HTMLDivElement>(null);
  const approaching = useApproaching(sheet);
  const [enabled, setEnabled] = useState(false);
  // Once loaded, a month follows changes wherever the viewport is.
  if (approaching && !enabled) setEnabled(true);
  const query = useInfiniteQuery({ ...monthRowsQuery(scope, month.month), enabled });
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;

  const chunks = useMemo(() => {
    const hiddenIds = new Set(hidden.split(','));
    const loaded = rowsOf(data).filter((row) => !hiddenIds.has(row.id));
    return chunksOf(loaded, data && !hasNextPage ? loaded.length : month.count, chunkSize);
  }, [data, hasNextPage, hidden, month.count]);

  const need = useCallback(() => {
    setEnabled(true);
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  const loaded = rowsOf(data).length;
  const preloads = hasNextPage && !isFetching && !isError && loaded < preloadLimit;
  useEffect(() => {
    if (!preloads) return undefined;
    let timer: number | undefined;
    const cancel = whenUsed(() => {
      timer = window.setTimeout(() => void fetchNextPage(), preloadEvery);
    });
    return () => {
      cancel();
      clearTimeout(timer);
    };
  }, [preloads, fetchNextPage]);

  return (
    <LedgerSheet ref={sheet} farHeight={older && !approaching ? estimateHeight(month.count) : undefined}>
      {top}
      {chunks.map((chunk, index) => {
        const above = rowsAbove(chunks, index);
        // Not in an older month, which may be far from the viewport: its first rows would stay.
        const first = !older && above < fillsWindow;
        return (
          <EntryChunk
            key={chunk.number}
            id={`${month.month}/${chunk.number}`}
            chunk={chunk}
            scope={scope}
            today={today}
            arrived={arrived}
            need={need}
            // The first chunks are rendered before the user scrolls.
            ahead={!first && above + chunk.size > loaded - lookAhead}
            approaching={approaching}
            first={first}
          />
        );
      })}
      {hasNextPage && (
        <p className="hidden py-4 pe-4 ps-[calc(var(--gutter)+1.4375rem)] text-meta print:block">
          {texts.notPrinted(month.count - loaded, wholeNumber(month.count - loaded))}
        </p>
      )}
      {isError && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-3 py-3 pe-4 ps-[calc(var(--gutter)+1rem)]"
        >
          <p className="text-button font-normal text-ink-2">{texts.failed.more}</p>
          <Button onClick={() => void (data && hasNextPage ? fetchNextPage() : refetch())}>
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {chunks.length === 0 && !top && (
        <p className="py-5 pe-4 ps-[calc(var(--gutter)+1.0625rem)] text-ui md:ps-[calc(var(--gutter)+1.4375rem)] text-ink-3">
          {texts.noEntriesYet}
        </p>
      )}
    </LedgerSheet>
  );
}

/** All chunks but the first have the same size. */
function rowsAbove(chunks: readonly { size: number }[], index: number): number {
  return index === 0 ? 0 : chunks[0]!.size + (index - 1) * chunkSize;
}
