// The user's rows in the account tables for the export, without hashes of passwords or tokens.
import type { Tx } from '#platform/database/transaction.ts';
import { ownRows, type OwnTable } from '../store.ts';

const allRows = (table: OwnTable) => async (tx: Tx, viewer: string) => ({
  rows: await ownRows(tx, viewer, table),
  next: null,
});

/** Without paging: no user has many rows. */
export const accountTables = {
  users: allRows('users'),
  user_emails: allRows('user_emails'),
  sessions: allRows('sessions'),
  address_changes: allRows('address_changes'),
  former_mailboxes: allRows('former_mailboxes'),
  feedback: allRows('feedback'),
};
