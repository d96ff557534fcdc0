import { queryOptions } from '@tanstack/react-query';
import { client } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

export const call = client<typeof operations>();

export const tokensQuery = queryOptions({
  queryKey: ['api_tokens'],
  queryFn: ({ signal }) => call('GET /api/api_tokens', {}, signal),
});

/** Groups the toasts. */
export const about = 'api tokens';
