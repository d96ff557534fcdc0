import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from './session.ts';

/** The signed-in user, fetched once per page load. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: fetchSignedIn,
  staleTime: Infinity,
  gcTime: Infinity,
});
