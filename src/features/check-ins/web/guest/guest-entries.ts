// Entries in the browser's own store: what the tables are to the server.
import type { GuestCheckIn } from '#features/guest/web/guest-database.ts';
import { notFound, type GuestRead, type GuestWrite } from '#features/guest/web/guest-transaction.ts';
import type { CheckIn, LogFile } from '../../contract.ts';

/** The entry as the server would answer it. */
export function answered({ changed_at: _c, on_timeline: _t, in_bin: _b, ...entry }: GuestCheckIn): CheckIn {
  // Files that were announced before files had an order follow the stored ones.
  const missing_files = entry.missing_files.map((file, index) => {
    return { ...file, position: file.position ?? entry.file_count + index };
  });
  return { ...entry, missing_files };
}

/** One entry, in the bin or not; throws `not_found`. */
export async function entryById(tx: GuestRead | GuestWrite, id: string): Promise<CheckIn> {
  const found = await (tx as GuestRead).objectStore('check_ins').get(id);
  if (!found) throw notFound();
  return answered(found);
}

/** The files of an entry, in the order in which they were chosen. */
export async function filesOf(tx: GuestRead | GuestWrite, checkInId: string): Promise<LogFile[]> {
  // The index has them in the order of their time.
  const rows = await (tx as GuestRead)
    .objectStore('log_files')
    .index('of_check_in')
    .getAll(within(checkInId));
  return rows
    .map((row, index) => ({ ...row, position: row.position ?? index }))
    .sort((a, b) => a.position - b.position);
}

/** Everything of one entry in an index that begins with its id. */
export const within = (checkInId: string) => IDBKeyRange.bound([checkInId], [checkInId, []]);
