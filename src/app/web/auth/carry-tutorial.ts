import { takeSeenTutorial } from '#features/guest/web/newcomer.ts';
import type { operations } from '#features/profile/contract.ts';
import { client } from '#platform/http/client.ts';

const call = client<typeof operations>();

/** After sign-up: a guest who closed or finished the tutorial does not get it again. Never throws. */
export async function carryTutorial(): Promise<void> {
  if (!takeSeenTutorial()) return;
  try {
    await call('PATCH /api/profiles', { body: { is_new: false } });
  } catch (error) {
    console.warn('The end of the tutorial could not be saved.', error);
  }
}
