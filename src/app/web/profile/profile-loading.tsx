import { texts } from '#features/profile/texts.ts';
import { Skeleton } from '#ui/skeleton.tsx';

/** The settings' shape while they are on the way: same measures, so that nothing moves. */
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
