// What a guest cannot do, and what the page shows instead. A feature that needs an account adds its tab and its text.
import type { AccountNeeded } from '#features/guest/web/account-needed.ts';
import { accountNeeded as shoutouts } from '#features/shoutouts/guest-texts.ts';
import type { TabId } from '../tabs.ts';

/** Shown in place of a tab's content. */
export const guestRefusals: Partial<Record<TabId, AccountNeeded>> = {
  appreciation: shoutouts,
};
