import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { limits, type ImportedCheckIn, type ImportOutcome } from '../../contract.ts';
import { contentFault, dateFault, entryDate, normalizeContent } from '../../rules.ts';
import { insertImported, ownedIds, applyLaterEdits, type ImportedRow } from '../store.ts';
import { toMissingFiles } from './announced-files.ts';

type Call = { tx: Tx; viewer: Viewer; entries: readonly ImportedCheckIn[]; now: number };

/**
 * Imports entries that a guest wrote before signing up, under the same rules as single writes (R-I1). Returns the
 * outcome of each, in order. Idempotent. Refuses another user's id without revealing whose it is.
 */
export async function importCheckIns({ tx, viewer, entries, now }: Call): Promise<ImportOutcome[]> {
  const faults = entries.map((entry) => importFault(entry, now));
  const good = entries.filter((_, index) => faults[index] === undefined).map((entry) => rowOf(entry, now));
  if (good.length === 0) return faults.flatMap((fault) => fault ?? []);

  const written = new Set(await insertImported(tx, viewer.userId, good));
  const others = good.filter(({ id }) => !written.has(id));
  const own = new Set(
    others.length > 0
      ? await ownedIds(
          tx,
          viewer.userId,
          others.map(({ id }) => id),
        )
      : [],
  );
  const edited = others.filter(({ id, edited_at }) => own.has(id) && edited_at !== null);
  if (edited.length > 0) await applyLaterEdits(tx, viewer.userId, edited);
  return entries.map(({ id }, index) => {
    return faults[index] ?? (written.has(id) ? 'written' : own.has(id) ? 'there' : 'id_taken');
  });
}

function importFault(entry: ImportedCheckIn, now: number): ImportOutcome | undefined {
  if (entry.files.length > limits.files) return 'too_many_files';
  const at =
    entry.created_at === undefined ? undefined : dateFault(new Date(entry.created_at), new Date(now));
  return contentFault(entry.content) ?? at;
}

/** Caps all dates at now, because the browser's clock may be ahead. */
function rowOf({ files, created_at, ...entry }: ImportedCheckIn, now: number): ImportedRow {
  const atLatest = (at: string | null) => (at === null ? null : entryDate(new Date(at), now));
  return {
    ...entry,
    content: normalizeContent(entry.content),
    created_at: entryDate(new Date(created_at ?? now), now),
    edited_at: atLatest(entry.edited_at),
    deleted_at: atLatest(entry.deleted_at),
    missing_files: toMissingFiles(files),
  };
}
