// For the feature of suggestions, whose files become files of entries and may return.
import { statement } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { filesToMove, deleteFiles, insertFile, type NewFile } from '../file-store.ts';
import { announcedAsOne, ownedVersions } from '../store.ts';

export { checkInById } from '../store.ts';
export { createCheckIn } from './create-check-in.ts';
export { deleteCheckIn } from './delete-check-in.ts';

const announceAsOneSql = statement({ text: `select from ${announcedAsOne}` });

/** The entries of this transaction have one live event together. */
export async function announceAsOne(tx: Tx): Promise<void> {
  await tx.query(announceAsOneSql);
}

/** Those of the ids that are entries of the user, in the bin or not. */
export async function ownedIds(tx: Tx, userId: string, ids: string[]): Promise<string[]> {
  const versions = await ownedVersions(tx, userId, ids);
  return versions.map(({ id }) => id);
}

export type MovedFile = Omit<NewFile, 'user_id' | 'check_in_id' | 'position'>;

/** Adds files whose bytes are stored already, in their order. */
export async function addStoredFiles(
  tx: Tx,
  { userId, checkInId }: { userId: string; checkInId: string },
  files: readonly MovedFile[],
): Promise<void> {
  for (const [position, file] of files.entries()) {
    const added = await insertFile(tx, { ...file, user_id: userId, check_in_id: checkInId, position });
    if (!added) throw new Error('The id of a file is taken.');
  }
}

/** Removes the files of an entry and returns them, in their order. A job deletes the bytes of those that no row has by then. */
export async function takeStoredFiles(tx: Tx, checkInId: string): Promise<MovedFile[]> {
  const files = await filesToMove(tx, checkInId);
  await deleteFiles(
    tx,
    checkInId,
    files.map(({ id }) => id),
  );
  return files;
}
