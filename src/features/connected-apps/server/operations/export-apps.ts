import type { Tx } from '#platform/database/transaction.ts';
import { ownApps } from '../store.ts';

/** Without paging: no user has many. */
export const connectedAppsTable = async (tx: Tx, viewer: string) => ({
  rows: await ownApps(tx, viewer),
  next: null,
});
