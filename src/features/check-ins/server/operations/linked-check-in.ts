// For features that write an entry, such as goals: its current state, and undoing it.
import type { Tx } from '#platform/database/transaction.ts';
import { isRefused } from '#platform/http/bind.ts';
import type { CheckIn } from '../../contract.ts';
import { checkInById } from '../store.ts';
import { deleteCheckIn } from './delete-check-in.ts';

/** The current state of one of the viewer's entries, in the bin or not. Null if it no longer exists. */
export async function checkInOf(tx: Tx, id: string | null): Promise<CheckIn | null> {
  return (id && (await checkInById(tx, id))) || null;
}

/** Moves one of the viewer's entries to the bin. Null if it no longer exists. */
export async function moveCheckInToBin(tx: Tx, id: string | null): Promise<CheckIn | null> {
  const entry = id && (await deleteCheckIn({ tx, id }));
  return entry && !isRefused(entry) ? entry : null;
}

export { noteShoutout } from '../share-store.ts';
