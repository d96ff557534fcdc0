import { FailedPanel } from '#ui/failed-panel.tsx';
import { SkeletonRows } from '#ui/skeleton-rows.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { searchTexts } from '../../search-texts.ts';
import { texts } from '../../texts.ts';

/** The place of the current month while it is read. */
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

/** The place of the year's map. */
export function YearLoading() {
  return (
    <div role="status" aria-label={texts.year.loading} className="py-4">
      <Skeleton className="h-36" />
    </div>
  );
}

type FailedProps = { offline: boolean; onRetry: () => void };

/** Instead of the timeline when it could not be read. */
export function TimelineFailed(props: FailedProps) {
  return <Failed {...props} said={texts.failed} />;
}

/** Instead of what was searched for. */
export function SearchFailed(props: FailedProps) {
  return <Failed {...props} said={searchTexts.failed} />;
}

type FailedTexts = Record<'title' | 'sentence' | 'offline', string>;

function Failed({ offline, onRetry, said }: FailedProps & { said: FailedTexts }) {
  const sentence = offline ? said.offline : said.sentence;
  return <FailedPanel title={said.title} sentence={sentence} again={texts.tryAgain} onRetry={onRetry} />;
}
