import { lazy, Suspense, useEffect } from 'react';
import { showPalette, usePaletteView } from './palette-state.ts';
import { useShortcuts } from './shortcuts.ts';

const load = () => import('./palette.tsx');
const CommandPalette = lazy(async () => ({ default: (await load()).CommandPalette }));

/** Keys and palette, on every page that the router shows. */
export function PaletteHost() {
  const view = usePaletteView();
  useShortcuts();
  useEffect(() => {
    // Fetched while nothing else is going on, so that the first letter typed is not lost.
    const timer = setTimeout(() => void load().catch(() => undefined), 2000);
    return () => clearTimeout(timer);
  }, []);
  return (
    view && (
      <Suspense>
        <CommandPalette key={view} view={view} onClose={() => showPalette(undefined)} />
      </Suspense>
    )
  );
}
