import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { decideImport, holdsVersion } from '../../change-rules.ts';
import type { ImportedCheckIn, ImportOutcome } from '../../contract.ts';
import { applyLaterEdits, insertImported, ownedVersions } from '../store.ts';

type Call = { tx: Tx; viewer: Viewer; entries: readonly ImportedCheckIn[]; now: number };

/**
 * Imports entries that a guest wrote before signing up, under the same rules as single writes (R-I1). Returns the
 * outcome of each, in order. Idempotent. Refuses another user's id without revealing whose it is, and a text under an id
 * that holds another one: it would be lost if it counted as there.
 */
export async function importCheckIns({ tx, viewer, entries, now }: Call): Promise<ImportOutcome[]> {
  const decided = entries.map((entry) => decideImport(entry, now));
  const good = decided.filter((row) => typeof row !== 'string');
  if (good.length === 0) return decided.filter((row) => typeof row === 'string');

  const added = new Set(await insertImported(tx, viewer.userId, good));
  // Of several entries with one id, the first was inserted.
  const written = new Set(good.filter(({ id }) => added.delete(id)));
  const others = good.filter((row) => !written.has(row));
  // An archive only adds: anyone who wrote it must not change what the user has.
  const edited = others.filter(({ edited_at, source }) => edited_at !== null && source !== 'logbook');
  if (edited.length > 0) await applyLaterEdits(tx, viewer.userId, edited);
  const ids = others.map(({ id }) => id);
  const stored = ids.length > 0 ? await ownedVersions(tx, viewer.userId, ids) : [];
  const versions = new Map(stored.map((version) => [version.id, version]));
  return decided.map((row) => {
    if (typeof row === 'string') return row;
    if (written.has(row)) return 'written';
    const version = versions.get(row.id);
    return version && holdsVersion(version, row) ? 'there' : 'id_taken';
  });
}
