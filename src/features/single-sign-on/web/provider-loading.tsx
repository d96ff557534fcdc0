import { Skeleton } from '#ui/skeleton.tsx';
import { sectionTexts } from '../section-texts.ts';

export function ProviderLoading() {
  return (
    <div role="status" aria-label={sectionTexts.loading}>
      <Skeleton className="h-control w-36" />
    </div>
  );
}
