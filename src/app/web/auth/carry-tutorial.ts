import { consumeTutorialSeen } from '#features/guest/web/newcomer.ts';
import type { operations } from '#features/profile/contract.ts';
import { client } from '#platform/http/client.ts';

const call = client<typeof operations>();

/** After sign-up: keeps the tutorial closed for a guest who closed or finished it. Never throws. */
export async function carryTutorial(): Promise<void> {
  if (!consumeTutorialSeen()) return;
  try {
    await call('PATCH /api/profiles', { body: { is_new: false } });
  } catch (error) {
    console.warn('Could not save that the tutorial was completed.', error);
  }
}
