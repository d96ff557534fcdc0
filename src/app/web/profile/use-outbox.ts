import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownTimeZone } from '#platform/clock/time-zone.ts';

/** Entries that wait for a connection are sent from this page, too. Their code is fetched when nothing else goes on. */
export function useOutbox(userId: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    async function start() {
      const [{ loadComposer }, { startOutbox }] = await Promise.all([
        import('#features/check-ins/web/compose/composer.ts'),
        import('#features/check-ins/web/outbox/outbox.ts'),
      ]);
      loadComposer(userId);
      startOutbox(queries, { userId, timezone: ownTimeZone() });
    }
    // Without the code they wait for the next page.
    const timer = setTimeout(() => void start().catch(() => undefined), 2500);
    return () => clearTimeout(timer);
  }, [queries, userId]);
}
