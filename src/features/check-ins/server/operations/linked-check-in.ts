// For features that write an entry, such as goals: its current state, and undoing it.
import type { Tx } from '#platform/database/transaction.ts';
import type { CheckIn } from '../../contract.ts';
import { checkInById, setDeleted } from '../store.ts';

/** The current state of one of the viewer's entries, in the bin or not. Null if it no longer exists. */
export async function checkInOf(tx: Tx, id: string | null): Promise<CheckIn | null> {
  return (id && (await checkInById(tx, id))) || null;
}

/** Moves one of the viewer's entries to the bin. Null if it no longer exists. */
export async function moveCheckInToBin(tx: Tx, id: string | null): Promise<CheckIn | null> {
  return (id && (await setDeleted(tx, id, true))) || null;
}
