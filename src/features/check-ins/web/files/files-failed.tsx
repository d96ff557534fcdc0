import { Button } from '#ui/button.tsx';
import { texts } from '../../texts.ts';

/** Replaces the files of an entry if they could not be loaded. */
export function FilesFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-meta text-ink-2">
      {texts.viewer.listFailed}
      <Button variant="quiet" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </p>
  );
}
