// Goals in the guest store, the browser's equivalent of the server's table. Their ids are guest-1, guest-2, ...; the
// UUID that the page generated is kept as `import_id`, for an import into an account.
import { guestId } from '#features/guest/constants.ts';
import { announceToTabs, type Announce } from '#features/guest/web/guest-events.ts';
import type { GuestGoal } from '#features/guest/web/guest-database.ts';
import type { GuestRead, GuestWrite } from '#features/guest/web/guest-transaction.ts';
import { acceptedBy, writeGuest } from '#features/guest/web/guest-write.ts';
import { refusals } from '../constants.ts';
import type { Goal, LiveKind } from '../contract.ts';
import { inOrder } from '../rules.ts';
import { refusalTexts } from '../texts.ts';

export const announce: Announce<LiveKind> = announceToTabs;
export const accepted = acceptedBy(refusals, refusalTexts);

/** The goal as the server would return it. */
export function toGoal({ import_id: _i, changed_at: _c, ...goal }: GuestGoal): Goal {
  return { ...goal, user_id: guestId };
}

/** The open goals in list order. */
export async function openGuestGoals(tx: GuestRead | GuestWrite): Promise<GuestGoal[]> {
  const all = await (tx as GuestRead).objectStore('goals').getAll();
  return inOrder(all.filter((goal) => goal.completed_at === null && goal.deleted_at === null));
}

/** The position of a new goal: last. */
export function nextPosition(open: readonly GuestGoal[]): number {
  return (open.at(-1)?.position ?? 0) + 1;
}

/** One goal, open or not. */
export function findGoal(tx: GuestWrite, id: string): Promise<GuestGoal | undefined> {
  return tx.objectStore('goals').get(id);
}

/** Inserts or updates a goal and returns it. */
export async function putGoal(tx: GuestWrite, goal: Omit<GuestGoal, 'changed_at'>): Promise<GuestGoal> {
  const stamped = { ...goal, changed_at: new Date().toISOString() };
  await tx.objectStore('goals').put(stamped);
  return stamped;
}

const counter = 'last_goal';

/** The next id. Ids of deleted goals are never reused. */
export async function nextGuestId(tx: GuestWrite): Promise<string> {
  const last = (await tx.objectStore('meta').get(counter)) as number | undefined;
  const next = (last ?? 0) + 1;
  await tx.objectStore('meta').put(next, counter);
  return `guest-${next}`;
}

type Changed = GuestGoal | Promise<GuestGoal>;

/** Changes one goal. If `decide` returns the same object, nothing is written or announced. */
export async function changeGuestGoal(
  id: string,
  decide: (found: GuestGoal | undefined, tx: GuestWrite) => Changed,
): Promise<Goal> {
  let changed = false;
  const goal = await writeGuest(async (tx) => {
    const found = await findGoal(tx, id);
    const decided = await decide(found, tx);
    changed = decided !== found;
    return changed ? putGoal(tx, decided) : decided;
  });
  if (changed) announce('goals', id);
  return toGoal(goal);
}
