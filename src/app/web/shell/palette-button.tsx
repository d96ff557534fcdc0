import { Search } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { texts } from '../texts.ts';
import { showPalette } from './palette-state.ts';

/** Opens the palette by pointer or touch. Hidden on the narrowest phones, where the header has no room for it. */
export function PaletteButton() {
  return (
    <IconButton
      label={texts.openPalette}
      aria-haspopup="dialog"
      className="max-[22.5rem]:hidden"
      onClick={() => showPalette('commands')}
    >
      <Search aria-hidden="true" size={18} />
    </IconButton>
  );
}
