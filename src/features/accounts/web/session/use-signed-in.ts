import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenLive } from '#platform/live/client.ts';
import type { SignedIn } from '../../contract.ts';
import { sessionQuery } from './session-query.ts';

/** Who is signed in, as the server has it: a change of the profile or of the addresses in another tab shows here. */
export function useSignedIn(atFirst: SignedIn): SignedIn {
  const queries = useQueryClient();
  const { data } = useQuery(sessionQuery);
  useEffect(
    () =>
      listenLive({
        onConnect: () => undefined,
        onEvent: ({ kind }) => {
          if (kind === 'profiles' || kind === 'user_emails')
            void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
        },
      }),
    [queries],
  );
  return data ?? atFirst;
}
