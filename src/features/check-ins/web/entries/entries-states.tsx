import { FailedPanel } from '#ui/failed-panel.tsx';
import { SkeletonRows } from '#ui/skeleton-rows.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { searchTexts } from '../../search-texts.ts';
import { texts } from '../../texts.ts';

/** Placeholder for the current month while it loads. */
export function TimelineLoading() {
  return (
    <div role="status" aria-label={texts.loading}>
      <div className="flex min-h-12 items-center pl-[calc(var(--gutter)+1.375rem)]">
        <Skeleton className="h-5 w-44" />
      </div>
      <SkeletonRows
        widths={['w-[72%]', 'w-[48%]', 'w-[64%]', 'w-[40%]']}
        gutter={<Skeleton className="ml-4 h-4 w-9" />}
      />
    </div>
  );
}

type FailedProps = { offline: boolean; onRetry: () => void };

/** Replaces the timeline if it could not be loaded. */
export function TimelineFailed(props: FailedProps) {
  return <Failed {...props} copy={texts.failed} />;
}

/** Replaces the search results if they could not be loaded. */
export function SearchFailed(props: FailedProps) {
  return <Failed {...props} copy={searchTexts.failed} />;
}

type FailedTexts = Record<'title' | 'sentence' | 'offline', string>;

function Failed({ offline, onRetry, copy }: FailedProps & { copy: FailedTexts }) {
  const sentence = offline ? copy.offline : copy.sentence;
  return <FailedPanel title={copy.title} sentence={sentence} again={texts.tryAgain} onRetry={onRetry} />;
}
