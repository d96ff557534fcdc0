import { queryOptions } from '@tanstack/react-query';
import { call } from '../session/session.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /api/auth/sessions', {}, signal),
});
