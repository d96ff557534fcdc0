import { Search } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { texts } from '../texts.ts';
import { showPalette } from './palette-state.ts';

/** The palette for pointer and finger. */
export function PaletteButton() {
  return (
    <IconButton label={texts.palette.label} aria-haspopup="dialog" onClick={() => showPalette('commands')}>
      <Search aria-hidden="true" size={18} />
    </IconButton>
  );
}
