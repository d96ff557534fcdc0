import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';

/** Whether the public page waits for the verification of the user's address (R-F5). Kept current by the whole page. */
export function useIsWaiting(): boolean {
  return useQuery(sessionQuery).data?.user.email_verified === false;
}
