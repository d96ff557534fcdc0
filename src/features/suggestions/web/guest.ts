// The server's operations for a page without a session (R-I1): all suggestions of a guest are in the browser, with what was
// settled. The code is loaded on first use.
import type { GuestFeature } from '#platform/features/guest-feature.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

const load = () => import('./local-store.ts');
const loadAcceptance = () => import('./guest-acceptance.ts');

const guestSuggestions: LocalHandlers<typeof operations> = {
  'GET /api/suggestions': () => Promise.resolve({ rows: [], next: null, count: 0 }),
  'POST /api/suggestions/settled': async ({ body }) => ({
    known: await (await load()).settledByGuest(body.hashes),
  }),
  'POST /api/suggestions/settle': async ({ body }) => {
    await (await load()).changeSettledByGuest(body.hashes, true);
    return { settled: body.hashes.length };
  },
  'POST /api/suggestions/import': async ({ body }) => (await loadAcceptance()).addFoundByGuest(body.entries),
  'POST /api/suggestions/unsettle': async ({ body }) => {
    await (await loadAcceptance()).takeBackByGuest(body);
    return { unsettled: body.hashes.length };
  },
};

export const suggestionsForGuests = {
  handlers: guestSuggestions,
  interactions: [],
  prepare: () => Promise.all([load(), loadAcceptance()]),
} satisfies GuestFeature;
