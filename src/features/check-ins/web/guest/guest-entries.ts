// Entries in the browser's own store: what the tables are to the server.
import type { GuestCheckIn } from '#features/guest/web/guest-database.ts';
import { notFound, type GuestRead, type GuestWrite } from '#features/guest/web/guest-transaction.ts';
import type { CheckIn } from '../../contract.ts';

/** The entry as the server would answer it. */
export function answered({ changed_at: _c, on_timeline: _t, in_bin: _b, ...entry }: GuestCheckIn): CheckIn {
  return entry;
}

/** One entry, in the bin or not; throws `not_found`. */
export async function entryById(tx: GuestRead | GuestWrite, id: string): Promise<CheckIn> {
  const found = await (tx as GuestRead).objectStore('check_ins').get(id);
  if (!found) throw notFound();
  return answered(found);
}

/** Everything of one entry in an index that begins with its id. */
export const within = (checkInId: string) => IDBKeyRange.bound([checkInId], [checkInId, []]);
