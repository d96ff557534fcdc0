import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { teamQuery, useLiveTeam } from './queries.ts';

type Props = { scope: Scope; children: (count: number) => ReactNode };

/** Counts the entries that members share with the user (R-E5), in an open page as they share them. */
export function TeamCount({ scope, children }: Props) {
  const { data } = useInfiniteQuery(teamQuery(scope));
  useLiveTeam(scope);
  return children(data?.pages[0]?.shared_entries ?? 0);
}
