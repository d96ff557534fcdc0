// Accepts suggestions: each item becomes one entry, through the entries' own rules (R-O1, R-O3). Accepting again with the same
// id changes nothing; of two windows that accept the same suggestion, one succeeds.
import {
  addStoredFiles,
  announceAsOne,
  checkInById,
  createCheckIn,
} from '#features/check-ins/server/operations/suggested-check-in.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { isRefused } from '#platform/http/bind.ts';
import { limits } from '../../constants.ts';
import type { Accepted, AcceptOutcome } from '../../contract.ts';
import { entryOf } from '../../rules.ts';
import { deleteFilesOf, filesOf } from '../file-store.ts';
import { lockById, settleRows, type LockedSuggestion } from '../store.ts';

type Call = { tx: Tx; viewer: Viewer; entries: readonly Accepted[]; now: number };

export async function acceptSuggestions({ tx, viewer, entries, now }: Call) {
  const ids = new Set(entries.flatMap(({ suggestions }) => suggestions));
  const found = new Map((await lockById(tx, [...ids])).map((row) => [row.id, row]));
  if (entries.length > 1) await announceAsOne(tx);
  const outcomes: AcceptOutcome[] = [];
  const check_ins: CheckIn[] = [];
  for (const item of entries) {
    const accepted = await acceptOne({ tx, viewer, item, found, now });
    outcomes.push(typeof accepted === 'string' ? accepted : 'accepted');
    if (typeof accepted !== 'string') check_ins.push(accepted);
  }
  return { outcomes, check_ins };
}

type One = { tx: Tx; viewer: Viewer; item: Accepted; found: Map<string, LockedSuggestion>; now: number };

async function acceptOne({ tx, viewer, item, found, now }: One): Promise<CheckIn | AcceptOutcome> {
  const ids = [...new Set(item.suggestions)];
  const parts = ids.flatMap((id) => found.get(id) ?? []);
  if (parts.length < ids.length) return 'not_found';
  const existing = await checkInById(tx, item.check_in_id);
  if (parts.some(({ settled_at }) => settled_at !== null)) {
    const isRepeated = parts.every(({ check_in_id }) => check_in_id === item.check_in_id);
    return isRepeated && existing ? existing : 'settled';
  }
  // An entry in the bin, such as after Undo, or another one.
  if (existing) return 'id_taken';
  const files = parts.some((part) => part.files.length > 0) ? await filesOf(tx, ids) : [];
  if (files.length > limits.files) return 'too_many_files';
  const merged = entryOf(parts);
  const requested = {
    ...merged,
    id: item.check_in_id,
    content: item.content ?? merged.content,
    emoji: item.emoji === undefined ? merged.emoji : item.emoji,
  };
  const entry = await createCheckIn({ tx, requested, kind: 'entry', now });
  if (isRefused(entry)) return entry.code;
  if (files.length > 0) {
    await deleteFilesOf(tx, ids);
    await addStoredFiles(tx, { userId: viewer.userId, checkInId: entry.id }, files);
  }
  await settleRows(tx, ids, entry.id);
  for (const part of parts) Object.assign(part, { settled_at: entry.recorded_at, check_in_id: entry.id });
  return files.length > 0 ? ((await checkInById(tx, entry.id)) ?? entry) : entry;
}
