// Helpers to write entries to the guest's database: the work of the server's triggers, and its refusals.
import { guestId } from '#features/guest/constants.ts';
import { announceToTabs, type Announce } from '#features/guest/web/guest-events.ts';
import type { GuestCheckIn } from '#features/guest/web/guest-database.ts';
import { refusal, type GuestWrite } from '#features/guest/web/guest-transaction.ts';
import { acceptedBy } from '#features/guest/web/guest-write.ts';
import { refusals } from '../../constants.ts';
import type { CheckIn, LiveKind } from '../../contract.ts';
import { refusalTexts, type EntryRefusal } from '../../refusal-texts.ts';
import { decideTakenId, type NewEntry } from '../../change-rules.ts';
import { editsOf, filesOf, findEntry, unshared } from './guest-entries.ts';

export const refused = (code: EntryRefusal) => refusal(refusals[code], code, refusalTexts[code]);
export const announce: Announce<LiveKind> = announceToTabs;
export const accepted = acceptedBy<EntryRefusal>(refusals, refusalTexts);

/** Writes a new or changed entry and returns it. */
export async function putEntry(tx: GuestWrite, entry: CheckIn): Promise<CheckIn> {
  const { id, created_at, deleted_at } = entry;
  const indexKey: Partial<GuestCheckIn> =
    deleted_at === null ? { on_timeline: [created_at, id] } : { in_bin: [deleted_at, id] };
  const store = tx.objectStore('check_ins');
  const before = await store.get(id);
  const edits = before ? editsOf(before) + (before.edited_at === entry.edited_at ? 0 : 1) : 0;
  await store.put({ ...entry, ...indexKey, edits, changed_at: new Date().toISOString() });
  return entry;
}

/**
 * Inserts an entry. Returns the existing entry if the same one is sent again under its id, and refuses a different one.
 */
export async function insertEntry(
  tx: GuestWrite,
  sent: NewEntry,
  kind: CheckIn['kind'],
  now: number,
): Promise<{ entry: CheckIn; isNew: boolean }> {
  const existing = await findEntry(tx, sent.id);
  if (existing) {
    const entry = accepted(decideTakenId(existing, await filesOf(tx, sent.id), sent, true));
    return { entry, isNew: false };
  }
  const recorded_at = new Date(now).toISOString();
  const entry = await putEntry(tx, {
    ...sent,
    kind,
    user_id: guestId,
    created_at: sent.created_at ?? recorded_at,
    recorded_at,
    edited_at: null,
    deleted_at: null,
    file_count: 0,
    ...unshared,
    source: sent.source,
    source_name: sent.source_name,
  });
  return { entry, isNew: true };
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
