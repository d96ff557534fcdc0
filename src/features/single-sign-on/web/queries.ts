import { queryOptions } from '@tanstack/react-query';
import { saveRedirect } from '#features/accounts/web/auth/redirect-after-auth.ts';
import { client } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

export const call = client<typeof operations>();

export const connectionQuery = queryOptions({
  queryKey: ['provider identity'],
  queryFn: ({ signal }) => call('GET /api/provider_identity', {}, signal),
});

/** Groups the toasts. */
export const about = 'provider';

/** Leaves for the provider, and comes back to this page. */
export async function leaveFor(purpose: 'connect' | 'confirm'): Promise<void> {
  const { url } = await call('POST /api/auth/provider', { body: { purpose } });
  saveRedirect();
  location.assign(url);
}
