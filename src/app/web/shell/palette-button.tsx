import Search from 'lucide-react/icons/search';
import { IconButton } from '#ui/icon-button.tsx';
import { texts } from '../texts.ts';
import { showPalette } from './palette-state.ts';

/** Opens the palette by pointer or touch. `className` may hide it when the header has no room. */
export function PaletteButton({ className }: { className?: string }) {
  return (
    <IconButton
      label={texts.openPalette}
      aria-haspopup="dialog"
      className={className}
      onClick={() => showPalette('commands')}
    >
      <Search aria-hidden="true" size={18} />
    </IconButton>
  );
}
