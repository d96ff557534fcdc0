import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { IconButton } from '#ui/icon-button.tsx';
import { editorTexts } from '../editor-texts.ts';

const texts = editorTexts.write;

type Props = { name: string; onMove: (step: 1 | -1) => void };

/** What dragging does, for those who press instead. */
export function MoveButtons({ name, onMove }: Props) {
  return (
    <span className="flex shrink-0">
      <IconButton label={texts.up(name)} onClick={() => onMove(-1)}>
        <ChevronUp aria-hidden="true" size={18} />
      </IconButton>
      <IconButton label={texts.down(name)} onClick={() => onMove(1)}>
        <ChevronDown aria-hidden="true" size={18} />
      </IconButton>
    </span>
  );
}
