import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveKinds as profileKinds } from '#features/profile/constants.ts';
import { listenLive } from '#platform/live/client.ts';
import { liveKinds } from '../../constants.ts';
import type { SignedIn } from '../../contract.ts';
import { sessionQuery } from './session-query.ts';

/** The signed-in user, kept current: shows profile and address changes from other tabs. */
export function useSignedIn(initial: SignedIn): SignedIn {
  const queries = useQueryClient();
  const { data } = useQuery(sessionQuery);
  useEffect(
    () =>
      listenLive({
        kinds: [...liveKinds, ...profileKinds],
        onEvent: () => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      }),
    [queries],
  );
  return data ?? initial;
}
