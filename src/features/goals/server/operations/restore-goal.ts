import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { decideRestore } from '../../change-rules.ts';
import { limits } from '../../constants.ts';
import { lockGoal, lockList, openGoals, setDeleted } from '../store.ts';

/** Restores a deleted goal at its old position, for Undo. */
export async function restoreGoal({ tx, id }: { tx: Tx; id: string }) {
  await lockList(tx);
  const found = await lockGoal(tx, id);
  const decided = decideRestore(found, (await openGoals(tx, limits.open)).length);
  if (typeof decided === 'string') return refuse(decided);
  return decided === found ? found : ((await setDeleted(tx, id, false)) ?? refuse('not_found'));
}
