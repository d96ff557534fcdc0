import { capAtNow } from '#platform/clock/past-date.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { decideCreate } from '../../change-rules.ts';
import type { ImportedCheckIn, ImportOutcome } from '../../contract.ts';
import { insertImported, ownedIds, applyLaterEdits } from '../store.ts';

type Call = { tx: Tx; viewer: Viewer; entries: readonly ImportedCheckIn[]; now: number };

/**
 * Imports entries that a guest wrote before signing up, under the same rules as single writes (R-I1). Returns the
 * outcome of each, in order. Idempotent. Refuses another user's id without revealing whose it is.
 */
export async function importCheckIns({ tx, viewer, entries, now }: Call): Promise<ImportOutcome[]> {
  const decided = entries.map((entry) => rowOf(entry, now));
  const good = decided.filter((row) => typeof row !== 'string');
  if (good.length === 0) return decided.filter((row) => typeof row === 'string');

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
  return decided.map((row) => {
    if (typeof row === 'string') return row;
    return written.has(row.id) ? 'written' : own.has(row.id) ? 'there' : 'id_taken';
  });
}

/** Caps all dates at now, because the browser's clock may be ahead. */
function rowOf(entry: ImportedCheckIn, now: number) {
  const decided = decideCreate(entry, now);
  if (typeof decided === 'string') return decided;
  const capped = (at: string | null) => at && capAtNow(at, now);
  return {
    ...decided,
    kind: entry.kind,
    created_at: decided.created_at ?? new Date(now).toISOString(),
    edited_at: capped(entry.edited_at),
    deleted_at: capped(entry.deleted_at),
  };
}
