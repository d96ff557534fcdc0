import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailedPanel } from '#ui/failed-panel.tsx';
import { SkeletonRows } from '#ui/skeleton-rows.tsx';
import { texts } from '../texts.ts';
import { openGoalForm } from './goal-drafts.ts';

/** Shown while the list is loading. */
export function GoalsLoading() {
  return (
    <div role="status" aria-label={texts.loading} className="mt-6">
      <SkeletonRows widths={['w-[56%]', 'w-[72%]', 'w-[44%]']} />
    </div>
  );
}

/** Shown when the list failed to load. */
export function GoalsFailed({ offline, onRetry }: { offline: boolean; onRetry: () => void }) {
  return (
    <div className="mt-6">
      <FailedPanel
        title={texts.failed.title}
        sentence={offline ? texts.failed.offline : texts.failed.sentence}
        again={texts.failed.tryAgain}
        onRetry={onRetry}
      />
    </div>
  );
}

export function NoGoals() {
  return (
    <div className="mt-6">
      <EmptyState
        title={texts.empty.title}
        action={
          <Button variant="primary" data-add-goal onClick={openGoalForm}>
            {texts.add}
          </Button>
        }
      >
        {texts.empty.sentence}
      </EmptyState>
    </div>
  );
}
