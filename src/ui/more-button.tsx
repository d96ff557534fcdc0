import { useEffect, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';

/** What the button needs of an infinite query (@tanstack/react-query). */
export type PagedQuery = {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  errorUpdateCount: number;
  fetchNextPage: () => Promise<unknown>;
};

/**
 * Loads the next page of a list, and shows nothing if there is none. A press outlasts a live event: reloading the list
 * cancels the page that is being loaded, so it is requested again.
 */
export function MoreButton({ query, children }: { query: PagedQuery; children: ReactNode }) {
  const { data, hasNextPage, isFetching, errorUpdateCount, fetchNextPage } = query;
  const pages = data?.pages.length ?? 0;
  const [wanted, setWanted] = useState({ pages: 0, errors: 0 });
  const isWanted = hasNextPage && pages < wanted.pages && errorUpdateCount === wanted.errors;
  useEffect(() => {
    if (isWanted && !isFetching) void fetchNextPage();
  }, [isWanted, isFetching, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <Button
      busy={isWanted && isFetching}
      onClick={() => setWanted({ pages: pages + 1, errors: errorUpdateCount })}
    >
      {children}
    </Button>
  );
}
