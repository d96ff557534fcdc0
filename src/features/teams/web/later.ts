import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import type { LaterFeature } from '#platform/features/later-feature.ts';
import { commandTexts as texts } from '../command-texts.ts';

export const teams = {
  commands: [
    {
      id: 'invite-team',
      label: texts.inviteTeam,
      keywords: texts.inviteTeamKeywords,
      Icon: UserRoundPlus,
      needs: 'plan',
      async onChoose(to) {
        await to.tab('team');
        // Part of the tab's chunk, which is already being loaded.
        const { openInviteDialog } = await import('./invite-draft.ts');
        openInviteDialog();
      },
    },
  ],
} satisfies LaterFeature;
