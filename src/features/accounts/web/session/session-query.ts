import { queryOptions } from '@tanstack/react-query';
import { whoIsSignedIn } from './session.ts';

/** Who is signed in, asked once for the whole page: it lives no longer than the session does. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: whoIsSignedIn,
  staleTime: Infinity,
  gcTime: Infinity,
});
