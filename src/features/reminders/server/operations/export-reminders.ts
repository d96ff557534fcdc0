import type { Tx } from '#platform/database/transaction.ts';
import { ownRows } from '../store.ts';

// Without paging: no user has many.
export const remindersTable = async (tx: Tx, viewer: string) => ({
  rows: await ownRows.reminders(tx, viewer),
  next: null,
});

export const pushDevicesTable = async (tx: Tx, viewer: string) => ({
  rows: await ownRows.devices(tx, viewer),
  next: null,
});
