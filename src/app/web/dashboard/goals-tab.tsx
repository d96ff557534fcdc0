import { lazy, Suspense, useEffect } from 'react';
import type { Scope } from '#features/check-ins/web/queries/check-in-queries.ts';

const load = () => import('#features/goals/web/goals-panel.tsx');
const GoalsPanel = lazy(async () => ({ default: (await load()).GoalsPanel }));

/** GOALS, a part of its own. */
export function GoalsTab({ scope }: { scope: Scope }) {
  return (
    <Suspense>
      <GoalsPanel scope={scope} />
    </Suspense>
  );
}

/** Fetches it while nothing else is going on, so that it is there when it is wanted, also without a network. */
export function usePrefetchedGoals(): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), 2000);
    return () => clearTimeout(timer);
  }, []);
}
