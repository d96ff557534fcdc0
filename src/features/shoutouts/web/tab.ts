import { FailedPart, fetched } from '#ui/fetched.tsx';
import type { Scope } from '#platform/reader/scope.ts';
import { limits } from '../constants.ts';
import { accountNeeded } from '../guest-texts.ts';
import { tabTexts } from '../tab-texts.ts';
import { UnreadCount } from './unread-count.tsx';

export const shoutoutsTab = {
  id: 'appreciation',
  label: tabTexts.label,
  Panel: fetched<{ scope: Scope }>(
    async () => (await import('./shoutouts-panel.tsx')).ShoutoutsPanel,
    FailedPart,
  ),
  accountNeeded,
  counter: { Count: UnreadCount, max: limits.badge, meaning: tabTexts.unread },
} as const;
