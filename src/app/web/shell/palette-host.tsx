import { useEffect } from 'react';
import { FailedOverlay, fetched } from '#ui/fetched.tsx';
import { showPalette, usePaletteView } from './palette-state.ts';
import { useShortcuts } from './shortcuts.ts';

const CommandPalette = fetched(async () => (await import('./palette.tsx')).CommandPalette, FailedOverlay);

const close = () => showPalette(undefined);

/** Keyboard shortcuts and the palette, on every page of the router. */
export function PaletteHost() {
  const view = usePaletteView();
  useShortcuts();
  useEffect(() => {
    // Loaded two seconds after the page, so that the first typed letter is not lost.
    const timer = setTimeout(() => void CommandPalette.preload(), 2000);
    return () => clearTimeout(timer);
  }, []);
  return view && <CommandPalette key={view} view={view} onClose={close} />;
}
