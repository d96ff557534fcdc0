// When a page loads the code that keeps and sends what the user writes.
import { savesData, whenIdle } from '#ui/when-idle.ts';
import { hasStashed } from '../tabs/stash.ts';

/** Not `pointerdown`, with which a phone begins to scroll. */
const acts = ['click', 'keydown'] as const;

/**
 * Like `whenIdle`, for code that keeps and sends what the user writes, and for what the page says of what is new. On a slow
 * or metered connection, the user's first click or key calls `work`, so that those who only read load nothing. It is still
 * called in an idle moment if this browser has something to send or to restore, or has a service worker, which has all
 * code already. The returned function cancels that.
 */
export function whenActive(work: () => void): () => void {
  if (!savesData() || navigator.serviceWorker?.controller || hasStashed()) return whenIdle(work);
  const stop = () => acts.forEach((act) => removeEventListener(act, begin, true));
  const begin = () => {
    stop();
    work();
  };
  acts.forEach((act) => addEventListener(act, begin, { capture: true, passive: true }));
  return stop;
}
