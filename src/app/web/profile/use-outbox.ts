import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownTimeZone } from '#platform/clock/time-zone.ts';
import { whenActive } from '#features/check-ins/web/outbox/when-active.ts';

/** Also sends entries queued offline from this page. Its code is loaded when the page is idle, or when the user acts. */
export function useOutbox(userId: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    async function start() {
      const { startOutbox } = await import('#features/check-ins/web/outbox/outbox.ts');
      startOutbox(queries, { userId, timezone: ownTimeZone() });
    }
    // If the code cannot be loaded, the entries wait for the next page.
    return whenActive(() => void start().catch(() => undefined));
  }, [queries, userId]);
}
