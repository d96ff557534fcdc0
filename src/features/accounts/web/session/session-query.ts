import { queryOptions } from '@tanstack/react-query';
import { whoIsSignedIn } from './session.ts';

/** The signed-in user, fetched once per page load. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: whoIsSignedIn,
  staleTime: Infinity,
  gcTime: Infinity,
});
