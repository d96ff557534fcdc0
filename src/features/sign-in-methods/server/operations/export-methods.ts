import type { Tx } from '#platform/database/transaction.ts';
import { ownRows as rowsOfApp } from '../authenticator-store.ts';
import { ownRows } from '../store.ts';

const allOf =
  <Table extends string>(read: (tx: Tx, viewer: string, table: Table) => Promise<object[]>) =>
  (table: Table) =>
  async (tx: Tx, viewer: string) => ({ rows: await read(tx, viewer, table), next: null });

const allRows = allOf(ownRows);
const allOfApp = allOf(rowsOfApp);

/** Without paging: no user has many rows. */
export const methodTables = {
  passkeys: allRows('passkeys'),
  recovery_codes: allRows('recovery_codes'),
  authenticator_apps: allOfApp('authenticator_apps'),
  remembered_devices: allOfApp('remembered_devices'),
};
