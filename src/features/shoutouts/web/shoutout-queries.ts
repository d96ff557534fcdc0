// The queries for shoutouts and their cache keys.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import { client } from '#platform/http/client.ts';
import type { Direction, operations, Shoutout } from '../contract.ts';

export const call = client<typeof operations>();

/** A shoutout with the name of its sender. Undefined for a sent one, or if the name is not known (R-D4). */
export type NamedShoutout = Shoutout & { sender_name: string | undefined };

export type ShoutoutPage = { rows: NamedShoutout[]; next: string | null };

/** One page of a list, with the names of the senders. `before`: `next` of the previous page. */
export async function fetchPage(
  direction: Direction | undefined,
  before?: string,
  signal?: AbortSignal,
): Promise<ShoutoutPage> {
  const query = { ...(direction && { direction }), ...(before !== undefined && { before }) };
  const page = await call('GET /api/shoutouts', { query }, signal);
  return { ...page, rows: await withNames(page.rows, signal) };
}

/** Shoutouts of one direction, or of both, newest first. Live events keep them fresh, so they never go stale. */
export function shoutoutsQuery({ userId }: Scope, direction: Direction | undefined) {
  return infiniteQueryOptions({
    queryKey: ['shoutouts', userId, 'list', direction ?? 'all'] as const,
    queryFn: ({ pageParam, signal }) => fetchPage(direction, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: Infinity,
    retry: shouldRetry,
  });
}

async function withNames(rows: Shoutout[], signal?: AbortSignal): Promise<NamedShoutout[]> {
  const senders = rows.flatMap(({ direction, sender_id }) => (direction === 'received' && sender_id) || []);
  const body = { sender_ids: [...new Set(senders)] };
  const found =
    senders.length > 0 ? (await call('POST /api/rpc/get_sender_names', { body }, signal)).rows : [];
  const names = new Map(found.map(({ user_id, full_name }) => [user_id, full_name]));
  return rows.map((row) => ({ ...row, sender_name: row.sender_id ? names.get(row.sender_id) : undefined }));
}

/** When the newest shoutouts were received, and the instant to begin with (R-D1). Only the browser knows what was read. */
export function unreadQuery({ userId }: Pick<Scope, 'userId'>) {
  return queryOptions({
    queryKey: ['shoutouts', userId, 'unread'] as const,
    queryFn: ({ signal }) => call('GET /api/shoutouts/unread_count', { query: {} }, signal),
    staleTime: Infinity,
    retry: shouldRetry,
  });
}
