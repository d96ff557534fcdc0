// Reads entries and files from the guest's database, as `server/store.ts` does from PostgreSQL.
import type { GuestCheckIn } from '#features/guest/web/guest-database.ts';
import {
  keysOfEntry,
  notFound,
  type GuestRead,
  type GuestWrite,
} from '#features/guest/web/guest-transaction.ts';
import type { CheckIn, LogFile } from '../../contract.ts';

/** The columns of an entry that is shared with no one: guests never share (R-I1). */
export const unshared = {
  shared_with_manager: false,
  manager_email: null,
  manager_email_state: null,
  teammate_email: null,
  teammate_message: null,
  teammate_email_state: null,
  source: null,
  source_name: null,
} as const;

/** Converts a database row to the entry that the server would return. */
export function toCheckIn(row: GuestCheckIn): CheckIn {
  const { changed_at: _c, on_timeline: _t, in_bin: _b, edits: _e, ...entry } = row;
  // Missing files from before positions existed come after the stored ones.
  const missing_files = entry.missing_files.map((file, index) => {
    return { ...file, position: file.position ?? entry.file_count + index };
  });
  const source = (entry.source ?? null) as CheckIn['source'];
  return { ...unshared, ...entry, source, source_name: entry.source_name ?? null, missing_files };
}

/** How often an entry was edited. Edits from before they were counted count once. */
export function editsOf({ edits, edited_at }: GuestCheckIn): number {
  return edits ?? (edited_at === null ? 0 : 1);
}

/** One entry, in the bin or not. */
export async function findEntry(tx: GuestRead | GuestWrite, id: string): Promise<CheckIn | undefined> {
  const found = await (tx as GuestRead).objectStore('check_ins').get(id);
  return found && toCheckIn(found);
}

/** Like `findEntry`. Throws `not_found`. */
export async function entryById(tx: GuestRead | GuestWrite, id: string): Promise<CheckIn> {
  const found = await findEntry(tx, id);
  if (!found) throw notFound();
  return found;
}

/** The files of an entry, in the order in which they were chosen. */
export async function filesOf(tx: GuestRead | GuestWrite, checkInId: string): Promise<LogFile[]> {
  // The index sorts them by time.
  const rows = await (tx as GuestRead)
    .objectStore('log_files')
    .index('of_check_in')
    .getAll(keysOfEntry(checkInId));
  return rows
    .map((row, index) => ({ ...row, position: row.position ?? index }))
    .sort((a, b) => a.position - b.position);
}
