// The import for a page without a session: an archive of Logbook enters the guest's log. The code is loaded on first use.
import type { GuestFeature } from '#platform/features/guest-feature.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

const load = () => import('./import-into-guest.ts');

const guestImports: LocalHandlers<typeof operations> = {
  'POST /api/guest_import': async (input) => (await load()).importIntoGuest(input),
};

export const importsForGuests = {
  handlers: guestImports,
  interactions: [],
  prepare: load,
} satisfies GuestFeature;
