import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailedPanel } from '#ui/failed-panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { texts } from '../texts.ts';
import { openGoalForm } from './goal-drafts.ts';

/** The place of the list while it is read. */
export function GoalsLoading() {
  return (
    <div role="status" aria-label={texts.loading} className="mt-6">
      <div className="relative rounded-sheet border border-rule bg-sheet" aria-hidden="true">
        <span className="absolute inset-y-0 left-[calc(var(--gutter)-1px)] w-px bg-margin opacity-65" />
        {[56, 72, 44].map((width) => (
          <div
            key={width}
            className="grid grid-cols-[var(--gutter)_1fr] py-5 shadow-[0_1px_0_var(--rule)] last:shadow-none"
          >
            <span />
            <div className="px-6">
              <div style={{ width: `${width}%` }}>
                <Skeleton className="h-4.5" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Instead of the list when it could not be read. */
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
