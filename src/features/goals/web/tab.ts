import type { Scope } from '#platform/reader/scope.ts';
import { FailedPart, fetched } from '#ui/fetched.tsx';
import { tabTexts } from '../tab-texts.ts';

export const goalsTab = {
  id: 'goals',
  label: tabTexts.label,
  Panel: fetched<{ scope: Scope }>(async () => (await import('./goals-panel.tsx')).GoalsPanel, FailedPart),
} as const;
