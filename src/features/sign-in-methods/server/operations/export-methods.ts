import type { Tx } from '#platform/database/transaction.ts';
import { ownRows } from '../store.ts';

const allRows = (table: 'passkeys' | 'recovery_codes') => async (tx: Tx, viewer: string) => ({
  rows: await ownRows(tx, viewer, table),
  next: null,
});

/** Without paging: no user has many rows. */
export const methodTables = { passkeys: allRows('passkeys'), recovery_codes: allRows('recovery_codes') };
