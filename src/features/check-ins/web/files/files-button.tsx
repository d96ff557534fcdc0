import ChevronDown from 'lucide-react/icons/chevron-down';
import Paperclip from 'lucide-react/icons/paperclip';
import { cx } from '#ui/cx.ts';
import { texts } from '../../texts.ts';

type Props = {
  count: number;
  open: boolean;
  /** Id of the list that the button opens. */
  controls: string;
  onToggle: () => void;
};

/** The "2 files" button of an entry. */
export function FilesButton({ count, open, controls, onToggle }: Props) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
      className="inline-flex min-h-7 items-center gap-1.5 rounded-sheet border border-rule px-2 text-meta text-ink transition-colors hover:border-rule-strong hover:bg-sunken pointer-coarse:min-h-11 pointer-coarse:px-3"
    >
      <Paperclip aria-hidden="true" size={13} className="text-ink-3" />
      {texts.filesCount(count)}
      <ChevronDown
        aria-hidden="true"
        size={13}
        className={cx('text-ink-3 transition-transform', open && 'rotate-180')}
      />
    </button>
  );
}
