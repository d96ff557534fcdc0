import { useEffect } from 'react';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { fetchAhead } from '#ui/when-idle.ts';
import { showPalette, usePaletteView } from './palette-state.ts';
import { useShortcuts } from './shortcuts.ts';

const CommandPalette = fetched(async () => (await import('./palette.tsx')).CommandPalette, FailedOverlay);

const close = () => showPalette(undefined);

/** Keyboard shortcuts and the palette, on every page of the router. */
export function PaletteHost() {
  const view = usePaletteView();
  useShortcuts();
  // Loaded early, so that the first typed letter is not lost.
  useEffect(() => fetchAhead(() => void CommandPalette.preload()), []);
  return view && <CommandPalette key={view} view={view} onClose={close} />;
}
