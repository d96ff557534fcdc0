import type { Tx } from '#platform/database/transaction.ts';
import { ownAddressRows } from '../store.ts';

/** Without the address itself, which works until it is ended. */
export const exportMailAddress = async (tx: Tx, viewer: string) => ({
  rows: await ownAddressRows(tx, viewer),
  next: null,
});
