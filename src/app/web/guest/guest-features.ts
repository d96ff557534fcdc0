// What guests can do without an account. Each feature declares its part in the `web/guest.ts` of its folder. Add a new
// feature to this list.
import { checkInsForGuests } from '#features/check-ins/web/guest.ts';
import { goalsForGuests } from '#features/goals/web/guest.ts';
import { importsForGuests } from '#features/guest-import/web/guest.ts';
import { packetsForGuests } from '#features/packets/web/guest.ts';
import { suggestionsForGuests } from '#features/suggestions/web/guest.ts';
import type { GuestFeature } from '#platform/features/guest-feature.ts';

export const guestFeatures: readonly GuestFeature[] = [
  checkInsForGuests,
  goalsForGuests,
  packetsForGuests,
  suggestionsForGuests,
  importsForGuests,
];
