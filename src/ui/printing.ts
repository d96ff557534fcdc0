// Whether the page is being printed. Long lists then render all rows, not only those near the viewport.
import { flushSync } from 'react-dom';
import { onServer } from './on-server.ts';
import { createStore, useStore } from './store.ts';

const state = createStore({ printing: false });

/** The browser prints the page as it is when the event handler returns, so the change must render synchronously. */
const setPrinting = (printing: boolean) => flushSync(() => state.set({ printing }));

if (!onServer) {
  addEventListener('beforeprint', () => setPrinting(true));
  addEventListener('afterprint', () => setPrinting(false));
}

export function usePrinting(): boolean {
  return useStore(state, ({ printing }) => printing);
}
