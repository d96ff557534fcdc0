import { Skeleton } from '#ui/skeleton.tsx';
import { sectionTexts as texts } from '../section-texts.ts';

/** As high as a user without connected apps needs it. */
export function AppsLoading() {
  return (
    <div role="status" aria-label={texts.loading}>
      <Skeleton className="h-6 w-full" />
    </div>
  );
}
