// Whether the command palette is open, and its first view. The palette's code is loaded on demand.
import { useSyncExternalStore } from 'react';

export type PaletteView = 'commands' | 'shortcuts';

let view: PaletteView | undefined;
const listeners = new Set<() => void>();

export function showPalette(next: PaletteView | undefined): void {
  view = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePaletteView(): PaletteView | undefined {
  return useSyncExternalStore(
    subscribe,
    () => view,
    () => undefined,
  );
}
