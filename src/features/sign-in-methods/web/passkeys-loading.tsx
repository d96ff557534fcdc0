import { Skeleton } from '#ui/skeleton.tsx';
import { sectionTexts as texts } from '../section-texts.ts';

/** As high as a user without passkeys needs it. */
export function PasskeysLoading() {
  return (
    <div role="status" aria-label={texts.loading}>
      <Skeleton className="h-control w-36" />
    </div>
  );
}
