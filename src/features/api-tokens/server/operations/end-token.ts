import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { endToken, endTokenByHash } from '../store.ts';

/** Ends a token of the viewer: the next request with it is refused. */
export async function endOwnToken({ tx, id }: { tx: Tx; id: string }) {
  return (await endToken(tx, id)) ? { ended: true } : refuse('not_found');
}

/** Ends a token as its holder, who needs no session. False if there is no such token. */
export function revokeToken(tx: Tx, token: string): Promise<boolean> {
  return endTokenByHash(tx, hashToken(token));
}
