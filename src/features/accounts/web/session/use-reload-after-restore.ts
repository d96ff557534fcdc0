import { useEffect } from 'react';
import { knownSession } from './session-memory.ts';

/**
 * Hides and reloads a page that the browser restores from its back/forward cache after the session has ended, so that
 * the user's data is not shown again.
 */
export function useReloadAfterRestore(userId: string): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || knownSession()?.userId === userId) return;
      document.body.hidden = true;
      location.reload();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [userId]);
}
