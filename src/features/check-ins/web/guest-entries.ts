// Entries in the browser's own store: what the tables and triggers are to the server.
import { displayName } from '#platform/files/file-name.ts';
import { guestId } from '#features/guest/contract.ts';
import type { GuestCheckIn } from '#features/guest/web/guest-database.ts';
import { notFound, type GuestWrite } from '#features/guest/web/guest-transaction.ts';
import { limits, type CheckIn, type MissingFile } from '../contract.ts';

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
export async function entryById(tx: GuestWrite, id: string): Promise<CheckIn> {
  const found = await tx.objectStore('check_ins').get(id);
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
    ...wanted,
  };
}

/** Announced files under the names that they will be shown by. */
export function namedFiles(files: readonly MissingFile[]): MissingFile[] {
  return files.map((file) => ({ ...file, name: displayName(file.name, limits.fileName) }));
}
