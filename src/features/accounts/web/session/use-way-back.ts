import { useEffect } from 'react';
import { knownSession } from './session-memory.ts';

/**
 * A browser may keep a page that was left and show it again on the way back, as it was. After the session has ended
 * nothing of it may be seen: it is hidden and loaded anew.
 */
export function useWayBack(userId: string): void {
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
