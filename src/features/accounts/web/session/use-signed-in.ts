import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenLive } from '#platform/live/client.ts';
import type { SignedIn } from '../../contract.ts';
import { sessionQuery } from './session-query.ts';

/** Who is signed in, kept as it is on the server: a change of the profile in another window shows here. */
export function useSignedIn(atFirst: SignedIn): SignedIn {
  const queries = useQueryClient();
  const { data } = useQuery(sessionQuery);
  useEffect(
    () =>
      listenLive({
        onConnect: () => undefined,
        onEvent: ({ kind }) => {
          if (kind === 'profiles') void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
        },
      }),
    [queries],
  );
  return data ?? atFirst;
}
