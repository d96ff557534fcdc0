// Whether the command palette is open, and its first view. The palette's code is loaded on demand.
import { createStore, useStore } from '#ui/store.ts';

export type PaletteView = 'commands' | 'shortcuts';

const palette = createStore<{ view: PaletteView | undefined }>({ view: undefined });

export function showPalette(view: PaletteView | undefined): void {
  palette.set({ view });
}

export function usePaletteView(): PaletteView | undefined {
  return useStore(palette, ({ view }) => view);
}
