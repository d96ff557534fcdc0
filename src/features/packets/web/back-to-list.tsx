import ChevronLeft from 'lucide-react/icons/chevron-left';
import { Button } from '#ui/button.tsx';
import { editorTexts as texts } from '../editor-texts.ts';

export function BackToList({ onBack }: { onBack: () => void }) {
  return (
    <Button variant="quiet" className="-ms-3" onClick={onBack}>
      <ChevronLeft aria-hidden="true" size={18} className="mirrored:-scale-x-100" />
      {texts.back}
    </Button>
  );
}
