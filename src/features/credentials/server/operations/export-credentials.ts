// Credentials for the owner's data export.
import type { Tx } from '#platform/database/transaction.ts';
import { allCredentials } from '../store.ts';

const pageSize = 100;

export const credentialTables = {
  credentials: async (tx: Tx, viewer: string, after: string | null) => {
    const rows = await allCredentials(tx, viewer, after, pageSize);
    return { rows, next: rows.length < pageSize ? null : rows.at(-1)!.id };
  },
};
