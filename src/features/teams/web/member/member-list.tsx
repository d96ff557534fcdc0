import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailedPanel } from '#ui/failed-panel.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { SkeletonRows } from '#ui/skeleton-rows.tsx';
import { memberTexts as texts } from '../../member-texts.ts';
import type { Page } from './member-queries.ts';

type Props<Row> = {
  list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  empty: { title: string; detail: string };
  /** The rows of all loaded pages, at least one. */
  children: (rows: Row[]) => ReactNode;
};

/** A list of a member's logbook with its loading, failed and empty state. */
export function MemberList<Row>({ list, empty, children }: Props<Row>) {
  const { data, isError, isPaused, refetch, hasNextPage } = list;
  const copy = texts.listFailed;
  if (!data) {
    if (!isError && !isPaused)
      return (
        <div role="status" aria-label={texts.loading}>
          <SkeletonRows widths={['w-[62%]', 'w-[48%]', 'w-[70%]']} />
        </div>
      );
    return (
      <FailedPanel
        title={copy.title}
        sentence={isPaused ? copy.offline : copy.sentence}
        again={copy.tryAgain}
        onRetry={() => void refetch()}
      />
    );
  }
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <EmptyState title={empty.title}>{empty.detail}</EmptyState>;
  return (
    <>
      {children(rows)}
      {hasNextPage && (
        <div className="flex justify-center pt-5 print:hidden">
          <MoreButton query={list}>{texts.more}</MoreButton>
        </div>
      )}
    </>
  );
}
