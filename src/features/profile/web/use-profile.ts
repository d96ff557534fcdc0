import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepFresh } from '#platform/live/keep-fresh.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { liveKinds } from '../constants.ts';
import type { Profile } from '../contract.ts';
import { texts } from '../texts.ts';
import { profileQuery } from './profile-query.ts';

type Loaded = {
  profile: Profile | undefined;
  failed: boolean;
  tryAgain: () => void;
};

/** The viewer's profile, kept current: shows changes from other tabs. */
export function useProfile(): Loaded {
  const queries = useQueryClient();
  const { data, isError, fetchStatus, refetch } = useQuery(profileQuery);
  useEffect(() => keepFresh(queries, profileQuery.queryKey, liveKinds), [queries]);
  // Without a connection, the request waits for it.
  const failed = !data && (isError || fetchStatus === 'paused');
  useEffect(() => {
    if (!failed) return undefined;
    toast({ title: texts.loadFailed, tone: 'danger', about: 'profile-load' });
    return () => dismissToastsAbout('profile-load');
  }, [failed]);
  return { profile: data, failed, tryAgain: () => void refetch() };
}
