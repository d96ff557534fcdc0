// Whether the page is being printed. A long list then draws all of its rows, not only those near the window.
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let printing = false;
const listeners = new Set<() => void>();

/** The browser takes the page as it is when the event ends, so the change is drawn within it. */
function change(now: boolean): void {
  printing = now;
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}

const before = () => change(true);
const after = () => change(false);

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
