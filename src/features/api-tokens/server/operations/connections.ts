import type { Tx } from '#platform/database/transaction.ts';
import { connectionUses } from '../store.ts';

/** When each connected app of the viewer was last used, by its connection. */
export async function lastUseOfConnections(
  tx: Tx,
  userId: string,
): Promise<Map<string | null, string | null>> {
  const rows = await connectionUses(tx, userId);
  return new Map(rows.map(({ connection_id, last_used_at }) => [connection_id, last_used_at]));
}
