import { useEffect } from 'react';
import { FailedOverlay, fetched } from '#ui/fetched.tsx';
import { showPalette, usePaletteView } from './palette-state.ts';
import { useShortcuts } from './shortcuts.ts';

const CommandPalette = fetched(async () => (await import('./palette.tsx')).CommandPalette, FailedOverlay);

const close = () => showPalette(undefined);

/** Keys and palette, on every page that the router shows. */
export function PaletteHost() {
  const view = usePaletteView();
  useShortcuts();
  useEffect(() => {
    // Fetched while nothing else is going on, so that the first letter typed is not lost.
    const timer = setTimeout(() => void CommandPalette.preload(), 2000);
    return () => clearTimeout(timer);
  }, []);
  return view && <CommandPalette key={view} view={view} onClose={close} />;
}
