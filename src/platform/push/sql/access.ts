import type { Functions, Tables } from '../../database/sql-access.ts';

export const tables: Tables = {
  // Only functions that the application signs reach the rows.
  'public.push_keys': { key: 'id' },
};

export const functions: Functions = {
  current_push_key: { app: 'signature', jobs: true },
  add_push_key: { app: 'signature' },
  drop_push_key: { app: 'signature' },
};
