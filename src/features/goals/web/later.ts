import Target from 'lucide-react/icons/target';
import type { LaterFeature } from '#platform/features/later-feature.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { commandTexts as texts } from '../command-texts.ts';
import { goalsQuery } from './goal-queries.ts';

export const goals = {
  commands: [
    {
      id: 'add-goal',
      label: texts.addGoal,
      keywords: texts.addGoalKeywords,
      Icon: Target,
      async onChoose(to) {
        await to.tab('goals');
        // Part of the tab's chunk, which is already being loaded.
        const { openGoalForm } = await import('./goal-drafts.ts');
        openGoalForm();
      },
    },
  ],
  offline: (scope: Scope) => [goalsQuery(scope).queryKey],
} satisfies LaterFeature;
