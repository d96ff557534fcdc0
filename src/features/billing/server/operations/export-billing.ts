// The viewer's subscriptions for the data export.
import type { Tx } from '#platform/database/transaction.ts';
import { allSubscriptions, customerRows } from '../store.ts';

export const billingTables = {
  subscriptions: async (tx: Tx) => ({ rows: await allSubscriptions(tx), next: null }),
  stripe_customers: async (tx: Tx) => ({ rows: await customerRows(tx), next: null }),
};
