// The operations of the server for a page without a session (R-I1). What answers them is fetched when it is wanted.
import type { LocalHandlers } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

const load = () => import('./guest-answers.ts');

export const guestGoals: LocalHandlers<typeof operations> = {
  'GET /api/goals': async () => (await load()).answers['GET /api/goals'](),
  'POST /api/goals': async (input) => (await load()).answers['POST /api/goals'](input),
  'PATCH /api/goals/:id': async (input) => (await load()).answers['PATCH /api/goals/:id'](input),
  'DELETE /api/goals/:id': async (input) => (await load()).answers['DELETE /api/goals/:id'](input),
  'POST /api/goals/:id/restore': async (input) =>
    (await load()).answers['POST /api/goals/:id/restore'](input),
  'POST /api/goals/:id/complete': async (input) =>
    (await load()).answers['POST /api/goals/:id/complete'](input),
  'POST /api/goals/:id/reopen': async (input) => (await load()).answers['POST /api/goals/:id/reopen'](input),
};

/** Fetches it, and ends what was deleted long ago. */
export async function prepareGuestGoals(): Promise<void> {
  await (await load()).purgeGuestGoals();
}
