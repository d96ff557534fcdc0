import { FailedPanel } from '#ui/failed-panel.tsx';
import { SkeletonRows } from '#ui/skeleton-rows.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { texts } from '../../texts.ts';

/** Placeholder for the current month while it loads. */
export function TimelineLoading() {
  return (
    <div role="status" aria-label={texts.loading}>
      <div className="flex min-h-12 items-center ps-[calc(var(--gutter)+1.375rem)]">
        <Skeleton className="h-5 w-44" />
      </div>
      <SkeletonRows
        widths={['w-[72%]', 'w-[48%]', 'w-[64%]', 'w-[40%]']}
        gutter={<Skeleton className="ms-4 h-4 w-9" />}
      />
    </div>
  );
}

type FailedProps = { offline: boolean; onRetry: () => void };

/** Replaces the timeline if it could not be loaded. */
export function TimelineFailed({ offline, onRetry }: FailedProps) {
  const { failed, tryAgain } = texts;
  const sentence = offline ? failed.offline : failed.sentence;
  return <FailedPanel title={failed.title} sentence={sentence} again={tryAgain} onRetry={onRetry} />;
}
