import { useId, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { texts } from '../texts.ts';

type Props = {
  children: ReactNode;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
};

/** The one line of the section. It has the same height in all states, so that nothing below it moves. */
export function ResumeLine({ children, actions }: Props) {
  const title = useId();
  return (
    <section aria-labelledby={title} className="relative flex min-h-15 items-center gap-x-3 md:gap-x-5">
      <h2 id={title} className="shrink-0 text-button">
        {texts.title}
      </h2>
      <div className="min-w-0 grow">{children}</div>
      {actions && <div className="flex shrink-0 items-center gap-1">{actions}</div>}
    </section>
  );
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
