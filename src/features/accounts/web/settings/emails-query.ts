import { queryOptions } from '@tanstack/react-query';
import { call } from '../session/session.ts';

export const emailsQuery = queryOptions({
  queryKey: ['user-emails'],
  queryFn: ({ signal }) => call('GET /api/user_emails', {}, signal),
});
