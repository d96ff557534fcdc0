// The user's rows in the account tables for the export, without hashes of passwords or tokens.
import type { Tx } from '#platform/database/transaction.ts';
import { ownRows, type OwnTable } from '../store.ts';

const whole = (table: OwnTable) => async (tx: Tx, viewer: string) => ({
  rows: await ownRows(tx, viewer, table),
  next: null,
});

/** Without paging: no user has many rows. */
export const accountTables = {
  users: whole('users'),
  user_emails: whole('user_emails'),
  sessions: whole('sessions'),
  address_changes: whole('address_changes'),
  feedback: whole('feedback'),
};
