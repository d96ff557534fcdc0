// Entries in the browser's own store: what the tables and triggers are to the server.
import { displayName } from '#platform/files/file-name.ts';
import { guestId } from '#features/guest/contract.ts';
import type { GuestCheckIn } from '#features/guest/web/guest-database.ts';
import { notFound, refusal, type GuestRead, type GuestWrite } from '#features/guest/web/guest-transaction.ts';
import { limits, refusals, type CheckIn, type MissingFile, type RefusalCode } from '../../contract.ts';
import { refusalTexts } from '../../texts.ts';

export const refused = (code: RefusalCode) => refusal(refusals[code], code, refusalTexts[code]);

/** The entry as the server would answer it. */
export function answered({ changed_at: _c, on_timeline: _t, in_bin: _b, ...entry }: GuestCheckIn): CheckIn {
  return entry;
}

/** Writes an entry, new or changed, and gives it.*/
export async function putEntry(tx: GuestWrite, entry: CheckIn): Promise<CheckIn> {
  const { id, created_at, deleted_at } = entry;
  const place: Partial<GuestCheckIn> =
    deleted_at === null ? { on_timeline: [created_at, id] } : { in_bin: [deleted_at, id] };
  await tx.objectStore('check_ins').put({ ...entry, ...place, changed_at: new Date().toISOString() });
  return entry;
}

/** One entry, in the bin or not; throws `not_found`. */
export async function entryById(tx: GuestRead | GuestWrite, id: string): Promise<CheckIn> {
  const found = await (tx as GuestRead).objectStore('check_ins').get(id);
  if (!found) throw notFound();
  return answered(found);
}

export type NewEntry = Pick<CheckIn, 'id' | 'kind' | 'content' | 'emoji' | 'created_at' | 'missing_files'>;

/** A new entry of this browser, recorded now. */
export function newEntry(wanted: NewEntry, now: number): CheckIn {
  return {
    user_id: guestId,
    recorded_at: new Date(now).toISOString(),
    edited_at: null,
    deleted_at: null,
    file_count: 0,
    shared_with_manager: false,
    ...wanted,
  };
}

/** Announced files under the names that they will be shown by. */
export function namedFiles(files: readonly MissingFile[]): MissingFile[] {
  return files.map((file) => ({ ...file, name: displayName(file.name, limits.fileName) }));
}

/** Everything of one entry in an index that begins with its id. */
export const within = (checkInId: string) => IDBKeyRange.bound([checkInId], [checkInId, []]);

/** Takes files of an entry away, rows and bytes; gives how many there were. */
export async function dropFiles(tx: GuestWrite, checkInId: string, ids: readonly string[]): Promise<number> {
  const rows = await tx.objectStore('log_files').index('of_check_in').getAll(within(checkInId));
  const gone = rows.filter((row) => ids.includes(row.id));
  for (const { id } of gone) {
    await tx.objectStore('log_files').delete(id);
    await tx.objectStore('file_bytes').delete(id);
  }
  return gone.length;
}
