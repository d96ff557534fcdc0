// For features whose doing wrote an entry: what became of it, and taking it back.
import type { Tx } from '#platform/database/transaction.ts';
import type { CheckIn } from '../../contract.ts';
import { checkInById, setDeleted } from '../store.ts';

/** An entry of the viewer as it is now, in the bin or not; null where there is none any more. */
export async function checkInOf(tx: Tx, id: string | null): Promise<CheckIn | null> {
  return (id && (await checkInById(tx, id))) || null;
}

/** Puts an entry of the viewer into the bin; null where there is none any more. */
export async function takeBackCheckIn(tx: Tx, id: string | null): Promise<CheckIn | null> {
  return (id && (await setDeleted(tx, id, true))) || null;
}
