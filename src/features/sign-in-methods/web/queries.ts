import { queryOptions } from '@tanstack/react-query';
import { client } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

export const call = client<typeof operations>();

export const methodsQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call('GET /api/passkeys', {}, signal),
});

/** Groups the toasts. */
export const about = 'passkeys';
