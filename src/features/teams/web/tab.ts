import type { Scope } from '#platform/reader/scope.ts';
import { FailedPart, fetched } from '#ui/fetched.tsx';
import { memberLimits } from '../member-constants.ts';
import { tabTexts } from '../tab-texts.ts';
import { TeamCount } from './team-count.tsx';

export const teamTab = {
  id: 'team',
  label: tabTexts.label,
  needsPlan: true,
  Panel: fetched<{ scope: Scope }>(async () => (await import('./team-panel.tsx')).TeamPanel, FailedPart),
  counter: {
    Count: TeamCount,
    max: memberLimits.counted,
    meaning: tabTexts.shared,
  },
} as const;
