import { EmptyState } from '#ui/empty-state.tsx';
import { FailedPanel } from '#ui/failed-panel.tsx';
import { SkeletonRows } from '#ui/skeleton-rows.tsx';
import type { Direction } from '../contract.ts';
import { texts } from '../texts.ts';

/** Shown while the list is loading. */
export function ShoutoutsLoading() {
  return (
    <div role="status" aria-label={texts.loading}>
      <SkeletonRows widths={['w-[62%]', 'w-[48%]', 'w-[70%]']} />
    </div>
  );
}

/** Shown when the list failed to load. */
export function ShoutoutsFailed({ offline, onRetry }: { offline: boolean; onRetry: () => void }) {
  return (
    <FailedPanel
      title={texts.failed.title}
      sentence={offline ? texts.failed.offline : texts.failed.sentence}
      again={texts.failed.tryAgain}
      onRetry={onRetry}
    />
  );
}

/** `direction`: the filter; undefined shows both. */
export function NoShoutouts({ direction }: { direction: Direction | undefined }) {
  const filtered = direction && texts.emptyFilter;
  return (
    <EmptyState title={filtered ? filtered[direction] : texts.empty.title}>
      {filtered ? filtered.sentence : texts.empty.sentence}
    </EmptyState>
  );
}
