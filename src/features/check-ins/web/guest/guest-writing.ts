// Helpers to write entries to the guest's database: the work of the server's triggers, and its refusals.
import { guestId } from '#features/guest/contract.ts';
import type { GuestCheckIn } from '#features/guest/web/guest-database.ts';
import { refusal, type GuestWrite } from '#features/guest/web/guest-transaction.ts';
import { displayName } from '#platform/files/file-name.ts';
import {
  limits,
  refusals,
  type AnnouncedFile,
  type CheckIn,
  type MissingFile,
  type RefusalCode,
} from '../../contract.ts';
import { refusalTexts } from '../../refusal-texts.ts';
import { filesOf } from './guest-entries.ts';

export const refused = (code: RefusalCode) => refusal(refusals[code], code, refusalTexts[code]);

/** Writes a new or changed entry and returns it. */
export async function putEntry(tx: GuestWrite, entry: CheckIn): Promise<CheckIn> {
  const { id, created_at, deleted_at } = entry;
  const indexKey: Partial<GuestCheckIn> =
    deleted_at === null ? { on_timeline: [created_at, id] } : { in_bin: [deleted_at, id] };
  await tx.objectStore('check_ins').put({ ...entry, ...indexKey, changed_at: new Date().toISOString() });
  return entry;
}

export type NewEntry = Pick<CheckIn, 'id' | 'kind' | 'content' | 'emoji' | 'created_at' | 'missing_files'>;

/** A new entry of the guest, recorded now. */
export function newEntry(fields: NewEntry, now: number): CheckIn {
  return {
    user_id: guestId,
    recorded_at: new Date(now).toISOString(),
    edited_at: null,
    deleted_at: null,
    file_count: 0,
    shared_with_manager: false,
    ...fields,
  };
}

/** Converts announced files to the missing files of an entry: with display names, in order. */
export function toMissingFiles(files: readonly AnnouncedFile[]): MissingFile[] {
  return files.map(({ id, name, size }, position) => ({
    id,
    name: displayName(name, limits.fileName),
    size,
    position,
  }));
}

/** Deletes files of an entry, rows and bytes. Returns how many it deleted. */
export async function dropFiles(tx: GuestWrite, checkInId: string, ids: readonly string[]): Promise<number> {
  const rows = await filesOf(tx, checkInId);
  const toDelete = rows.filter((row) => ids.includes(row.id));
  for (const { id } of toDelete) {
    await tx.objectStore('log_files').delete(id);
    await tx.objectStore('file_bytes').delete(id);
  }
  return toDelete.length;
}
