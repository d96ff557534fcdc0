import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownTimeZone } from '#platform/clock/time-zone.ts';

/** Sends entries queued offline from this page, too. Its code is loaded a few seconds after the page. */
export function useOutbox(userId: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    async function start() {
      const { startOutbox } = await import('#features/check-ins/web/outbox/outbox.ts');
      startOutbox(queries, { userId, timezone: ownTimeZone() });
    }
    // If the code cannot be loaded, the entries wait for the next page.
    const timer = setTimeout(() => void start().catch(() => undefined), 2500);
    return () => clearTimeout(timer);
  }, [queries, userId]);
}
