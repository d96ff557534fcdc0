// Goals in the browser's own store: what the table is to the server. A guest's goals are called guest-1, guest-2, ...;
// the id that the page made is kept for the account that they may come to.
import { guestId } from '#features/guest/contract.ts';
import { announce } from '#features/guest/web/guest-events.ts';
import type { GuestGoal } from '#features/guest/web/guest-database.ts';
import { notFound, refusal, type GuestRead, type GuestWrite } from '#features/guest/web/guest-transaction.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import { refusals, type Goal, type RefusalCode } from '../contract.ts';
import { inOrder } from '../rules.ts';
import { refusalTexts } from '../texts.ts';

export const refused = (code: RefusalCode) => refusal(refusals[code], code, refusalTexts[code]);

/** The goal as the server would answer it. */
export function answered({ import_id: _i, changed_at: _c, ...goal }: GuestGoal): Goal {
  return { ...goal, user_id: guestId };
}

/** The list in its order. */
export async function openGuestGoals(tx: GuestRead | GuestWrite): Promise<GuestGoal[]> {
  const all = await (tx as GuestRead).objectStore('goals').getAll();
  return inOrder(all.filter((goal) => goal.completed_at === null && goal.deleted_at === null));
}

/** The place of a new goal. */
export function placeBehindAll(open: readonly GuestGoal[]): number {
  return (open.at(-1)?.position ?? 0) + 1;
}

/** One goal, on the list or not; throws `not_found`. */
export async function goalById(tx: GuestRead | GuestWrite, id: string): Promise<GuestGoal> {
  const found = await (tx as GuestRead).objectStore('goals').get(id);
  if (!found) throw notFound();
  return found;
}

/** Writes a goal, new or changed, and gives it. */
export async function putGoal(tx: GuestWrite, goal: Omit<GuestGoal, 'changed_at'>): Promise<GuestGoal> {
  const stamped = { ...goal, changed_at: new Date().toISOString() };
  await tx.objectStore('goals').put(stamped);
  return stamped;
}

const counter = 'last_goal';

/** The next id; none is given twice, also when the goal is gone. */
export async function nextGuestId(tx: GuestWrite): Promise<string> {
  const last = (await tx.objectStore('meta').get(counter)) as number | undefined;
  const next = (last ?? 0) + 1;
  await tx.objectStore('meta').put(next, counter);
  return `guest-${next}`;
}

type Changed = GuestGoal | Promise<GuestGoal>;

/** Changes one goal; what comes back the same object is as it was, and nobody is told. */
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
  return answered(goal);
}
