// "Ask someone to vouch for this", an action of an entry. The Vouches section opens its form with the entry.
import Stamp from 'lucide-react/icons/stamp';
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { EntryTool } from '#features/check-ins/web/entries/entry-parts.ts';
import { guestId } from '#features/guest/constants.ts';
import { createStore } from '#ui/store.ts';
import { toolTexts } from '../tool-texts.ts';

export const vouchedEntry = createStore<{ entry: CheckIn | undefined }>({ entry: undefined });

/** Guests have no vouches, and are asked to sign up instead (R-I1). */
function requestVouch(entry: CheckIn): void {
  if (entry.user_id !== guestId) vouchedEntry.set({ entry });
  else void import('./guest-vouch.ts').then(({ showVouchNeedsAccount }) => showVouchNeedsAccount());
}

export const vouchTool: EntryTool = { label: toolTexts.vouch, Icon: Stamp, run: requestVouch };
