// Adds suggestions (R-O1, R-O2). Adding one again changes nothing.
import { contentProblem } from '#features/check-ins/rules.ts';
import { newId } from '#platform/clock/id.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { limits } from '../../constants.ts';
import type { AddOutcome } from '../../contract.ts';
import { decideSuggestion, type RequestedSuggestion } from '../../rules.ts';
import { insertFile, type StoredSuggestionFile } from '../file-store.ts';
import { countOpen, insertSuggestions, knownHashes, lockSuggestions, type NewRow } from '../store.ts';

type Call = { tx: Tx; userId: string; now: number };

/** Returns the outcome of each, in order. */
export async function addSuggestions({
  tx,
  userId,
  now,
  suggestions,
}: Call & { suggestions: readonly (RequestedSuggestion & { id?: string })[] }): Promise<AddOutcome[]> {
  const decided = suggestions.map((suggestion) => {
    const row = decideSuggestion(suggestion, now, contentProblem);
    return typeof row === 'string' ? row : { ...row, id: suggestion.id ?? newId() };
  });
  const rows = decided.filter((row) => typeof row !== 'string');
  if (rows.length === 0) return decided.filter((row) => typeof row === 'string');
  // Counted under a lock, so that requests at the same time cannot exceed the limit together.
  await lockSuggestions(tx);
  const room = limits.open - (await countOpen(tx, userId));
  const known = new Set(
    await knownHashes(
      tx,
      userId,
      rows.map(({ hash }) => hash),
    ),
  );
  const isNew = (row: NewRow) => !known.has(row.hash) && known.add(row.hash) !== undefined;
  const fresh = rows.filter(isNew);
  const added = new Set(await insertSuggestions(tx, userId, fresh.slice(0, Math.max(0, room))));
  const beyond = new Set(fresh.slice(Math.max(0, room)).map(({ id }) => id));
  return decided.map((row) => {
    if (typeof row === 'string') return row;
    if (beyond.has(row.id)) return 'too_many_suggestions';
    return added.has(row.id) ? 'added' : 'known';
  });
}

/**
 * Adds one suggestion with its files, in a transaction whose viewer is the user. The caller has stored the bytes of the files
 * in the bucket of entries' files (`prepareStored` with the folder `<userId>/<id>`), within the quota and at most
 * `limits.files`. Unless the outcome is `added`, no row names them, and the sweep deletes them.
 */
export async function addSuggestion({
  tx,
  userId,
  now,
  id,
  suggestion,
  files = [],
}: Call & {
  id: string;
  suggestion: RequestedSuggestion;
  files?: readonly StoredSuggestionFile[];
}): Promise<AddOutcome> {
  const [outcome] = await addSuggestions({ tx, userId, now, suggestions: [{ ...suggestion, id }] });
  if (outcome === 'added')
    for (const [position, file] of files.entries())
      await insertFile(tx, { userId, suggestionId: id, position }, file);
  return outcome!;
}
