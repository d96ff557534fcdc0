import { useEffect } from 'react';
import type { Scope } from '#features/check-ins/web/queries/check-in-queries.ts';
import { FailedPart, fetched } from '#ui/fetched.tsx';

/** GOALS, a part of its own. */
export const GoalsTab = fetched<{ scope: Scope }>(
  async () => (await import('#features/goals/web/goals-panel.tsx')).GoalsPanel,
  FailedPart,
);

/** Fetches it while nothing else is going on, so that it is there when it is wanted, also without a network. */
export function usePrefetchedGoals(): void {
  useEffect(() => {
    const timer = setTimeout(() => void GoalsTab.preload(), 2000);
    return () => clearTimeout(timer);
  }, []);
}
