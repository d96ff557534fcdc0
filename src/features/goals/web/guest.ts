// The server's operations for a page without a session (R-I1). The code is loaded on first use.
import type { GuestFeature } from '#platform/features/guest-feature.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

const load = () => import('./guest-handlers.ts');

export const guestGoals: LocalHandlers<typeof operations> = {
  'GET /api/goals': async () => (await load()).handlers['GET /api/goals'](),
  'POST /api/goals': async (input) => (await load()).handlers['POST /api/goals'](input),
  'PATCH /api/goals/:id': async (input) => (await load()).handlers['PATCH /api/goals/:id'](input),
  'DELETE /api/goals/:id': async (input) => (await load()).handlers['DELETE /api/goals/:id'](input),
  'POST /api/goals/:id/restore': async (input) =>
    (await load()).handlers['POST /api/goals/:id/restore'](input),
  'POST /api/goals/:id/complete': async (input) =>
    (await load()).handlers['POST /api/goals/:id/complete'](input),
  'POST /api/goals/:id/reopen': async (input) => (await load()).handlers['POST /api/goals/:id/reopen'](input),
};

/** Loads the code and purges goals deleted long ago. */
async function prepare(): Promise<void> {
  await (await load()).purgeGuestGoals();
}

export const goalsForGuests = {
  handlers: guestGoals,
  interactions: [
    'POST /api/goals',
    'PATCH /api/goals/:id',
    'DELETE /api/goals/:id',
    'POST /api/goals/:id/complete',
  ] satisfies (keyof typeof operations)[],
  prepare,
} satisfies GuestFeature;
