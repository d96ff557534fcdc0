// Undoes accepting and dismissing, for as long as the rows are kept. Entries move to the bin, and their files back to the
// suggestions.
import { deleteCheckIn, takeStoredFiles } from '#features/check-ins/server/operations/suggested-check-in.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { lockMails } from '#platform/mail/mailer.ts';
import { insertFile } from '../file-store.ts';
import { acceptedTogether, lockById, reopenRows, unsettleHashes } from '../store.ts';

type Call = { tx: Tx; viewer: Viewer; ids: readonly string[] };

/** Restores the suggestions, and those that were merged with them. One that is open already counts as restored. */
export async function restoreSuggestions({ tx, viewer, ids }: Call) {
  // Before the suggestions are locked, as by what deletes an account.
  await lockMails(tx);
  const all = [...new Set([...ids, ...(await acceptedTogether(tx, ids))])];
  const found = await lockById(tx, all);
  if (found.length === 0) return refuse('nothing_to_undo');
  const settled = found.filter(({ settled_at }) => settled_at !== null);
  const entries = new Set(settled.flatMap(({ check_in_id }) => check_in_id ?? []));
  for (const entry of entries) {
    const [first] = settled.filter(({ check_in_id }) => check_in_id === entry);
    const files = await takeStoredFiles(tx, entry);
    // Which suggestion each came from is not kept, and accepting them again merges the files as before.
    for (const [position, file] of files.entries())
      await insertFile(tx, { userId: viewer.userId, suggestionId: first!.id, position }, file);
    await deleteCheckIn({ tx, id: entry });
  }
  await reopenRows(
    tx,
    settled.map(({ id }) => id),
  );
  return { restored: found.length };
}

type Found = {
  tx: Tx;
  viewer: Viewer;
  hashes: readonly string[];
  check_ins?: readonly string[] | undefined;
};

/** Forgets that suggestions of the browser were settled. Their entries, if any, move to the bin. */
export async function takeBackFound({ tx, viewer, hashes, check_ins = [] }: Found) {
  if (check_ins.length > 0) await lockMails(tx);
  // One that does not exist, such as after Undo in another window, is taken back already.
  for (const id of check_ins) await deleteCheckIn({ tx, id });
  await unsettleHashes(tx, viewer.userId, hashes);
  return { unsettled: hashes.length };
}
