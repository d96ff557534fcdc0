import Stamp from 'lucide-react/icons/stamp';
import type { LaterFeature } from '#platform/features/later-feature.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { commandTexts as texts } from '../command-texts.ts';
import { vouchesQuery } from './vouch-queries.ts';

export const vouches = {
  commands: [
    {
      id: 'request-vouch',
      label: texts.requestVouch,
      keywords: texts.requestVouchKeywords,
      Icon: Stamp,
      needs: 'account',
      async onChoose(to) {
        await to.home();
        // Part of the section's chunk, which is already being loaded.
        const { openVouchForm } = await import('./vouch-drafts.ts');
        openVouchForm();
      },
    },
  ],
  offline: (scope: Scope) => [vouchesQuery(scope).queryKey],
} satisfies LaterFeature;
