// Adds the entries that suggestions of the browser become, and remembers these as accepted, in one transaction (R-O2). Adding
// one again under its id changes nothing; of two browsers that accept the same suggestion, one succeeds.
import { importCheckIns } from '#features/check-ins/server/operations/import-check-ins.ts';
import { ownedIds } from '#features/check-ins/server/operations/suggested-check-in.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { FoundEntry, FoundOutcome } from '../../contract.ts';
import { knownHashes, lockSuggestions, settleHashes } from '../store.ts';

type Call = { tx: Tx; viewer: Viewer; entries: readonly FoundEntry[]; now: number };

export async function addFoundEntries({ tx, viewer, entries, now }: Call) {
  const { userId } = viewer;
  await lockSuggestions(tx);
  const all = entries.flatMap(({ hashes }) => hashes);
  const known = new Set(await knownHashes(tx, userId, all));
  const isKnown = ({ hashes }: FoundEntry) => hashes.some((hash) => known.has(hash));
  const repeated = entries.filter(isKnown).map(({ id }) => id);
  const there = new Set(repeated.length > 0 ? await ownedIds(tx, userId, repeated) : []);
  const free: FoundEntry[] = [];
  for (const entry of entries) {
    if (isKnown(entry) && !there.has(entry.id)) continue;
    free.push(entry);
    // Of several items with the same suggestion, the first one gets it.
    for (const hash of entry.hashes) known.add(hash);
  }
  const imported = await importCheckIns({
    ...{ tx, viewer, now },
    entries: free.map((entry) => ({ ...entry, kind: 'entry', edited_at: null, deleted_at: null })),
  });
  const outcomes = new Map<FoundEntry, FoundOutcome>(free.map((entry, index) => [entry, imported[index]!]));
  const accepted = free.filter((entry) => ['written', 'there'].includes(outcomes.get(entry)!));
  await settleHashes(
    tx,
    userId,
    accepted.flatMap(({ hashes }) => hashes),
  );
  return { outcomes: entries.map((entry) => outcomes.get(entry) ?? 'settled') };
}
