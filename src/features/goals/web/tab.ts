import type { Scope } from '#platform/reader/scope.ts';
import { FailedPart, fetched } from '#ui/fetched.tsx';

export const goalsTab = {
  id: 'goals',
  label: 'GOALS',
  Panel: fetched<{ scope: Scope }>(async () => (await import('./goals-panel.tsx')).GoalsPanel, FailedPart),
} as const;
