import { Skeleton } from '#ui/skeleton.tsx';
import { sectionTexts as texts } from '../section-texts.ts';

/** About as high as a user needs it who has turned nothing on. */
export function RemindersLoading() {
  return (
    <div role="status" aria-label={texts.loading} className="grid gap-6">
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  );
}
