import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { dialogTexts } from '../../dialog-texts.ts';
import { texts } from '../../texts.ts';

export function PreviewLoading() {
  return (
    <p role="status" className="flex min-h-60 items-center justify-center gap-2 text-meta text-ink-2">
      <Spinner />
      {dialogTexts.viewer.loading}
    </p>
  );
}

export function PreviewFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="grid min-h-60 place-content-center justify-items-center gap-3">
      <p className="text-ui">{dialogTexts.viewer.failed}</p>
      <Button onClick={onRetry}>{texts.tryAgain}</Button>
    </div>
  );
}
