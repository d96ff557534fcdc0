import { Skeleton } from '#ui/skeleton.tsx';
import { texts } from '../../texts.ts';

/** Placeholder for the year map. */
export function YearLoading() {
  return (
    <div role="status" aria-label={texts.year.loading} className="py-4">
      <Skeleton className="h-36" />
    </div>
  );
}
