import { Skeleton } from '#ui/skeleton.tsx';
import { sectionTexts as texts } from '../section-texts.ts';

/** As high as a user without tokens needs it. */
export function TokensLoading() {
  return (
    <div role="status" aria-label={texts.loading}>
      <Skeleton className="h-control w-36" />
    </div>
  );
}
