import { queryOptions } from '@tanstack/react-query';
import { client } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

export const call = client<typeof operations>();

export const appsQuery = queryOptions({
  queryKey: ['connected_apps'],
  queryFn: ({ signal }) => call('GET /api/connected_apps', {}, signal),
});

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['app_request', id],
    queryFn: ({ signal }) => call('GET /api/app_requests/:id', { params: { id } }, signal),
    retry: false,
  });

/** Groups the toasts. */
export const about = 'connected apps';
