import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { toast } from '#ui/toast.ts';

type Report<Result> = {
  queryKey: QueryKey;
  generate: () => Promise<Result>;
  /** The toast if it fails. */
  failed: string;
  onClose: () => void;
};

/**
 * A report for its dialog, computed again from the log whenever that is opened. Shows the previous report until the one
 * for a new key is there. If it fails, such as without a connection, it closes the dialog with a toast.
 */
export function useReport<Result>({ queryKey, generate, failed, onClose }: Report<Result>) {
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey,
    queryFn: generate,
    gcTime: 0,
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  const fail = useEffectEvent(() => {
    toast({ title: failed, tone: 'danger' });
    onClose();
  });
  useEffect(() => {
    if (isError) fail();
  }, [isError]);
  return { data, isPlaceholderData };
}
