import type { ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';
import { SectionLine } from '#ui/section-line.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { texts } from '../texts.ts';

type Props = Omit<ComponentProps<typeof SectionLine>, 'title'>;

export function ResumeLine(props: Props) {
  return <SectionLine {...props} title={texts.title} />;
}

/** Shown until the résumé is loaded. */
export function ResumeWaiting() {
  return (
    <div role="status" aria-label={texts.loading}>
      <ResumeLine>
        <Skeleton className="h-4 w-40" />
      </ResumeLine>
    </div>
  );
}

/** Shown if the résumé could not be loaded. */
export function ResumeUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <ResumeLine actions={<Button onClick={onRetry}>{texts.tryAgain}</Button>}>
      <p role="alert" className="text-meta text-ink-2">
        {texts.unavailable}
      </p>
    </ResumeLine>
  );
}
