import { useEffect } from 'react';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { FailedPart, fetched } from '#ui/fetched.tsx';

/** The GOALS tab, in a separate chunk. */
export const GoalsTab = fetched<{ scope: Scope }>(
  async () => (await import('#features/goals/web/goals-panel.tsx')).GoalsPanel,
  FailedPart,
);

/** Loads the tab's code two seconds after the page, so that it is available later, even offline. */
export function usePrefetchedGoals(): void {
  useEffect(() => {
    const timer = setTimeout(() => void GoalsTab.preload(), 2000);
    return () => clearTimeout(timer);
  }, []);
}
