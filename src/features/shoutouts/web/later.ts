import Send from 'lucide-react/icons/send';
import type { LaterFeature } from '#platform/features/later-feature.ts';
import { commandTexts as texts } from '../command-texts.ts';

export const shoutouts = {
  commands: [
    {
      id: 'send-shoutout',
      label: texts.sendShoutout,
      keywords: texts.sendShoutoutKeywords,
      Icon: Send,
      needs: 'account',
      async onChoose(to) {
        await to.tab('appreciation');
        // Part of the tab's chunk, which is already being loaded.
        const { openSendDialog } = await import('./send-draft.ts');
        openSendDialog();
      },
    },
  ],
} satisfies LaterFeature;
