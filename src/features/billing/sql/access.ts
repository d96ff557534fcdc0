import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  // Written by events of the payment provider, through signed functions.
  'public.subscriptions': { key: 'id', app: { select: { columns: 'all', rows: own } } },
  'public.stripe_customers': { key: 'customer_id', app: { select: { columns: 'all', rows: own } } },
  'public.billing_events': {
    key: 'id',
    jobs: {
      select: { columns: ['id', 'received_at'], rows: `received_at < now() - interval '90 days'` },
      delete: { rows: `received_at < now() - interval '90 days'` },
    },
  },
  'app.billing': { key: 'driver' },
};

export const functions: Functions = {
  announce_subscription: {},
  billing_events_kept_since: { jobs: true },
  has_team_plan: {},
  lock_subscription: { app: 'signature' },
  note_billing_event: { app: 'signature' },
  note_customer: { app: 'signature' },
  store_subscription: { app: 'signature' },
};
