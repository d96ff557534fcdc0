// How many suggestions wait, on the server and in this browser. Loaded in an idle moment.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '#platform/http/client.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import { keepFresh } from '#platform/live/keep-fresh.ts';
import { liveKinds } from '../constants.ts';
import type { operations } from '../contract.ts';
import { markedCount } from './local-mark.ts';
import { onLocalChange } from './local-store.ts';

const call = client<typeof operations>();

const countQuery = (userId: string) =>
  queryOptions({
    queryKey: ['suggestions', userId, 'count'] as const,
    queryFn: async ({ signal }) =>
      (await call('GET /api/suggestions', { query: { limit: 1 } }, signal)).count ?? 0,
    staleTime: Infinity,
    retry: shouldRetry,
  });

export function useInboxCount(userId: string): number {
  const queries = useQueryClient();
  const { data = 0 } = useQuery(countQuery(userId));
  const [local, setLocal] = useState(() => markedCount(userId));
  useEffect(() => keepFresh(queries, countQuery(userId).queryKey, liveKinds), [queries, userId]);
  useEffect(() => onLocalChange(() => setLocal(markedCount(userId))), [userId]);
  return data + local;
}
