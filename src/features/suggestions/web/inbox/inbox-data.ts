// The suggestions that the inbox shows: those of the server and those of this browser.
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { daysKey } from '#features/check-ins/web/queries/check-in-queries.ts';
import { client } from '#platform/http/client.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import { keepFresh } from '#platform/live/keep-fresh.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { limits, liveKinds } from '../../constants.ts';
import type { operations, Suggestion } from '../../contract.ts';
import { inOrder } from '../../grouping-rules.ts';
import { localSuggestions, onLocalChange, type LocalSuggestion } from '../local-store.ts';
import { tendLocal } from '../local-suggestions.ts';

export const call = client<typeof operations>();

/** `key`: identifies it in the list. `local`: it is in this browser only. */
export type InboxItem = { key: string; suggestion: Suggestion; local: LocalSuggestion | null };

const serverQuery = ({ userId }: Scope) =>
  queryOptions({
    queryKey: ['suggestions', userId, 'open'] as const,
    queryFn: ({ signal }) => readAll(signal),
    staleTime: Infinity,
    retry: shouldRetry,
  });

/** All pages. There are at most as many suggestions as a user can have. */
async function readAll(signal: AbortSignal): Promise<Suggestion[]> {
  const rows: Suggestion[] = [];
  let before: string | undefined;
  do {
    const query = { limit: limits.pageMax, ...(before !== undefined && { before }) };
    const page = await call('GET /api/suggestions', { query }, signal);
    rows.push(...page.rows);
    before = page.next ?? undefined;
  } while (before !== undefined);
  return rows;
}

const localQuery = ({ userId }: Scope) =>
  queryOptions({
    queryKey: ['suggestions', userId, 'local'] as const,
    queryFn: () => localSuggestions(userId),
    staleTime: Infinity,
    networkMode: 'always',
    retry: false,
  });

export type Inbox = {
  /** Undefined while nothing is loaded. */
  items: InboxItem[] | undefined;
  /** The server's could not be loaded. */
  failed: boolean;
  /** This browser's could not be read. */
  storageFailed: boolean;
  tryAgain: () => void;
};

/** `isSettling`: a long action settles them one part after another, and then refreshes all of it. */
export function useInbox(scope: Scope, isSettling: boolean): Inbox {
  const queries = useQueryClient();
  const server = useQuery(serverQuery(scope));
  const local = useQuery(localQuery(scope));
  const { userId } = scope;
  // Without a connection, the request waits for one.
  const isUnreachable = server.isError || server.isPaused;
  useEffect(() => {
    if (isSettling) return undefined;
    return keepFresh(queries, ['suggestions', userId, 'open'], liveKinds);
  }, [queries, userId, isSettling]);
  useEffect(() => {
    const ends = [
      onLocalChange(() => void queries.invalidateQueries({ queryKey: ['suggestions', userId, 'local'] })),
    ];
    const tend = () => void tendLocal(userId).catch(() => undefined);
    tend();
    addEventListener('online', tend);
    return () => {
      removeEventListener('online', tend);
      for (const end of ends) end();
    };
  }, [queries, userId]);
  const items = useMemo(() => {
    if (!server.data && !local.data?.length) return isUnreachable && local.data ? [] : undefined;
    const found: InboxItem[] = [
      ...(server.data ?? []).map((suggestion) => ({ key: suggestion.id, suggestion, local: null })),
      ...(local.data ?? []).map((row) => ({ key: row.id, suggestion: row, local: row })),
    ];
    return inOrder(found);
  }, [server.data, isUnreachable, local.data]);
  return {
    items,
    failed: isUnreachable && !server.data,
    storageFailed: local.isError,
    tryAgain: () => void server.refetch(),
  };
}

export async function refreshInbox(queries: QueryClient, { userId }: Scope): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['suggestions', userId] }),
    queries.invalidateQueries({ queryKey: ['check_ins', userId] }),
  ]);
}

/** How often the entries of the year are counted during a long action. */
const yearEveryMs = 700;
let yearCountedAt = 0;

/** Counts the entries of the year again, if they are on screen, and were not counted a moment ago. */
export function refreshYear({ queries, scope }: { queries: QueryClient; scope: Scope }): void {
  if (performance.now() - yearCountedAt < yearEveryMs) return;
  yearCountedAt = performance.now();
  void queries.invalidateQueries({ queryKey: daysKey(scope) }, { cancelRefetch: false });
}
