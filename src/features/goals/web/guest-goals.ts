// Goals in the guest store, the browser's equivalent of the server's table. Their ids are guest-1, guest-2, ...; the
// UUID that the page generated is kept as `import_id`, for an import into an account.
import { guestId } from '#features/guest/contract.ts';
import { announce } from '#features/guest/web/guest-events.ts';
import type { GuestGoal } from '#features/guest/web/guest-database.ts';
import { notFound, refusal, type GuestRead, type GuestWrite } from '#features/guest/web/guest-transaction.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import { refusals, type Goal, type RefusalCode } from '../contract.ts';
import { inOrder } from '../rules.ts';
import { refusalTexts } from '../texts.ts';

export const refusalOf = (code: RefusalCode) => refusal(refusals[code], code, refusalTexts[code]);

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

/** One goal, open or not. Throws `not_found`. */
export async function goalById(tx: GuestRead | GuestWrite, id: string): Promise<GuestGoal> {
  const found = await (tx as GuestRead).objectStore('goals').get(id);
  if (!found) throw notFound();
  return found;
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

/** Changes one goal. If `to` returns the same object, nothing is written or announced. */
export async function changeGuestGoal(
  id: string,
  to: (found: GuestGoal, tx: GuestWrite) => Changed,
): Promise<Goal> {
  let changed = false;
  const goal = await writeGuest(async (tx) => {
    const found = await goalById(tx, id);
    const after = await to(found, tx);
    changed = after !== found;
    return changed ? putGoal(tx, after) : found;
  });
  if (changed) announce('goals', id);
  return toGoal(goal);
}
