import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { managersQuery } from './managers-query.ts';
import { keepFresh } from '#platform/live/keep-fresh.ts';
import { liveKinds } from '../../constants.ts';

/** The components that follow the managers. All of them share one listener. */
let followers = 0;
let end: (() => void) | undefined;

/** Follows the managers until the returned function is called. */
function follow(queries: QueryClient, userId: string): () => void {
  if (followers === 0) end = keepFresh(queries, managersQuery({ userId }).queryKey, liveKinds);
  followers += 1;
  return () => {
    followers -= 1;
    if (followers === 0) end?.();
  };
}

/** Keeps the list of managers current, however many components show it. */
export function useLiveManagers({ userId }: Pick<Scope, 'userId'>): void {
  const queries = useQueryClient();
  useEffect(() => follow(queries, userId), [queries, userId]);
}
