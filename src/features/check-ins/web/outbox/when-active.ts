// When a page loads the code that keeps and sends what the user writes.
import { savesData, whenIdle } from '#ui/when-idle.ts';
import { hasStashed } from '#platform/tabs/stash.ts';

/**
 * Like `whenIdle`, for code that keeps and sends what the user writes, and for what the page says of what is new. On a slow
 * or metered connection, the user's first click or key calls `work`, so that those who only read load nothing. It is still
 * called in an idle moment if this browser has something to send or to restore, or has a service worker, which has all
 * code already. The returned function cancels that.
 */
export function whenActive(work: () => void): () => void {
  if (!savesData() || navigator.serviceWorker?.controller || hasStashed()) return whenIdle(work);
  const end = new AbortController();
  const begin = () => {
    end.abort();
    work();
  };
  // Not `pointerdown`, with which a phone begins to scroll.
  for (const act of ['click', 'keydown']) addEventListener(act, begin, { capture: true, signal: end.signal });
  return () => end.abort();
}
