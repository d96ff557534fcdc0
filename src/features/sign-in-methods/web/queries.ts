// Apart from `call`, because the sign-in page has no query cache.
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const methodsQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call('GET /api/passkeys', {}, signal),
});
