// For the feature that shares entries: what the table of entries keeps about it.
import type { Tx } from '#platform/database/transaction.ts';
import type { NewEntry } from '../../change-rules.ts';
import type { CheckIn } from '../../contract.ts';
import { insertCheckIn } from '../store.ts';
import { rowOf } from './create-check-in.ts';

export { clearManager, managerOf, recentLike, setManager } from '../share-store.ts';
export { checkInById, setDeleted } from '../store.ts';
export { withdrawManagerMail } from './delete-check-in.ts';

/** Inserts an entry. Undefined if its id is taken. */
export function insertEntry(tx: Tx, entry: NewEntry): Promise<CheckIn | undefined> {
  return insertCheckIn(tx, rowOf(entry, 'entry'));
}
