import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveKinds as accountKinds } from '#features/accounts/constants.ts';
import type { SignedIn } from '#features/accounts/contract.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { listenLive } from '#platform/live/client.ts';
import { liveKinds } from '../constants.ts';

/** The signed-in user, kept current: shows profile and address changes from other tabs. */
export function useSignedIn(initial: SignedIn): SignedIn {
  const queries = useQueryClient();
  const { data } = useQuery(sessionQuery);
  useEffect(
    () =>
      listenLive({
        kinds: [...accountKinds, ...liveKinds],
        onEvent: () => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      }),
    [queries],
  );
  return data ?? initial;
}
