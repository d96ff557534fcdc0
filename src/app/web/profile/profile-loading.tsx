import { texts } from '#features/profile/texts.ts';
import { Skeleton } from '#ui/skeleton.tsx';

/** Placeholder for the settings. It has the same dimensions, so that nothing shifts. */
export function ProfileLoading() {
  return (
    <>
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
      <div className="flex items-center gap-5">
        <Skeleton className="size-22" />
        <div className="grid gap-2">
          <Skeleton className="h-8.5 w-56 md:h-10" />
          <Skeleton className="h-5 w-40" />
        </div>
      </div>
      <Skeleton className="mt-9 h-96 w-full" />
    </>
  );
}
