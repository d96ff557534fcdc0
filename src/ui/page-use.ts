// Whether the page is in use. What the user does not see, and may soon want to see, is rendered and requested from then
// on: the first seconds belong to what the page shows.
import { onServer } from './on-server.ts';
import { createStore, useStore } from './store.ts';
import { fetchAhead } from './when-idle.ts';

const pageUse = createStore({ hasBegun: false });

if (!onServer) {
  const begin = () => {
    if (!pageUse.get().hasBegun) pageUse.set({ hasBegun: true });
  };
  for (const act of ['scroll', 'keydown', 'pointerdown'])
    addEventListener(act, begin, { once: true, capture: true, passive: true });
  fetchAhead(begin);
}

/**
 * Calls `work` once the user has scrolled, typed or clicked, or the page has been idle after its first seconds, unless
 * the connection is slow or metered. The returned function cancels that.
 */
export function whenUsed(work: () => void): () => void {
  if (!pageUse.get().hasBegun) return pageUse.subscribe(work);
  work();
  return () => undefined;
}

/** Like `whenUsed`, for rendering: whether that is the case. */
export function usePageUse(): boolean {
  return useStore(pageUse, ({ hasBegun }) => hasBegun);
}
