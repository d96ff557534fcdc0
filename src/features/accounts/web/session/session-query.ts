import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from './session.ts';

/** The signed-in user. It never becomes stale with time: components refetch it when they learn of a change. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: fetchSignedIn,
  staleTime: Infinity,
  gcTime: Infinity,
});
