// What the tables of accounts hold of a person, as the person takes it along: no hash of a password or a token.
import type { Tx } from '#platform/database/transaction.ts';
import { ownRows, type OwnTable } from '../store.ts';

const whole = (table: OwnTable) => async (tx: Tx, viewer: string) => ({
  rows: await ownRows(tx, viewer, table),
  next: null,
});

/** All at once: nobody has many. */
export const accountTables = {
  users: whole('users'),
  user_emails: whole('user_emails'),
  sessions: whole('sessions'),
  address_changes: whole('address_changes'),
  feedback: whole('feedback'),
};
