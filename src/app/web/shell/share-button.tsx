import Share2 from 'lucide-react/icons/share-2';
import { Button } from '#ui/button.tsx';
import { texts } from '../texts.ts';

/** Share in the header. Shows only its icon on phones. */
export function ShareButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      onClick={onClick}
      className="shrink-0 max-md:w-control max-md:border-transparent max-md:bg-transparent max-md:px-0"
    >
      <Share2 aria-hidden="true" size={16} className="text-ink-2" />
      <span className="max-md:sr-only">{texts.share}</span>
    </Button>
  );
}
