import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { endToken } from '../store.ts';

/** Ends a token of the viewer: the next request with it is refused. */
export async function endOwnToken({ tx, id }: { tx: Tx; id: string }) {
  return (await endToken(tx, id)) ? { ended: true } : refuse('not_found');
}
