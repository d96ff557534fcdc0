// The user's plan, and whether they have it.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import { client } from '#platform/http/client.ts';
import { keepFresh } from '#platform/live/keep-fresh.ts';
import { liveKinds } from '../constants.ts';
import type { operations, Subscription } from '../contract.ts';
import { nextCheckIn } from '../wait-rules.ts';
import { noteCheck } from './plan-memory.ts';

export const call = client<typeof operations>();

/** The user's plan. Live events keep it fresh, and it is checked again when the paid time ends. */
export function subscriptionQuery({ userId }: Pick<Scope, 'userId'>) {
  return queryOptions({
    queryKey: ['subscription', userId] as const,
    queryFn: ({ signal }) => call('POST /api/functions/v1/check-subscription', {}, signal),
    staleTime: Infinity,
    refetchInterval: ({ state }) => nextCheckIn(state.data?.subscription_end, Date.now()),
    refetchIntervalInBackground: true,
    retry: shouldRetry,
  });
}

type Checked = {
  /** Undefined until the first check has succeeded. */
  subscription: Subscription | undefined;
  /** Whether the user has the Team plan. A check that fails means no (R-H2). */
  isSubscribed: boolean;
  /** Whether the newest check failed. */
  isFailed: boolean;
};

/** The user's plan, followed live. */
export function useSubscription({ userId }: Pick<Scope, 'userId'>): Checked {
  const queries = useQueryClient();
  useEffect(() => {
    return keepFresh(queries, subscriptionQuery({ userId }).queryKey, liveKinds);
  }, [queries, userId]);
  const { data, isError } = useQuery(subscriptionQuery({ userId }));
  useEffect(() => {
    if (data) noteCheck(userId, data.subscribed);
  }, [userId, data]);
  return { subscription: data, isSubscribed: !isError && data?.subscribed === true, isFailed: isError };
}
