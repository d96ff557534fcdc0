import { queryOptions } from '@tanstack/react-query';
import { client } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

export const call = client<typeof operations>();

export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: ({ signal }) => call('GET /api/reminders', {}, signal),
});

/** Groups the toasts. */
export const about = 'reminders';
