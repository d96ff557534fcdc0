// Whether the page is being printed. Long lists then render all rows, not only those near the viewport.
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let printing = false;
const listeners = new Set<() => void>();

/** The browser prints the page as it is when the event handler returns, so the change must render synchronously. */
function setPrinting(value: boolean): void {
  printing = value;
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}

const before = () => setPrinting(true);
const after = () => setPrinting(false);

function subscribe(listener: () => void): () => void {
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  );
}
