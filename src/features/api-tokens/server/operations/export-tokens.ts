import type { Tx } from '#platform/database/transaction.ts';
import { ownTokens } from '../store.ts';

/** Without paging: no user has many. */
export const apiTokensTable = async (tx: Tx, viewer: string) => ({
  rows: await ownTokens(tx, viewer),
  next: null,
});
