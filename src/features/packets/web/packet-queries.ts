// The queries of packets and their cache keys.
import { queryOptions } from '@tanstack/react-query';
import { client } from '#platform/http/client.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import type { Scope } from '#platform/reader/scope.ts';
import type { operations, Period } from '../contract.ts';

export const call = client<typeof operations>();

/** The beginning of all keys: what is kept for use without a connection. */
export const packetsKey = ({ userId }: Scope) => ['packets', userId] as const;

/** The log may change while the editor is closed. The steps of a new packet share what they read. Milliseconds. */
const staleTime = 5000;

export function packetListQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...packetsKey(scope), 'list'] as const,
    queryFn: async ({ signal }) => (await call('GET /api/packets', {}, signal)).rows,
    ...{ retry: shouldRetry, staleTime },
  });
}

export function packetQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: [...packetsKey(scope), 'packet', id] as const,
    queryFn: ({ signal }) => call('GET /api/packets/:id', { params: { id } }, signal),
    ...{ retry: shouldRetry, staleTime },
  });
}

export function materialQuery(scope: Scope, period: Period) {
  return queryOptions({
    queryKey: [...packetsKey(scope), 'material', period.from, period.to] as const,
    queryFn: ({ signal }) => call('GET /api/packets/material', { query: period }, signal),
    ...{ retry: shouldRetry, staleTime },
  });
}
