import type { Functions, Tables } from '../../database/sql-access.ts';

export const tables: Tables = {
  // Only functions that the application signs reach the rows.
  'public.signing_keys': { key: 'id' },
};

export const functions: Functions = {
  current_signing_key: { app: 'signature' },
  add_signing_key: { app: 'signature' },
  retire_signing_key: { app: 'signature' },
  signing_keys: { app: 'nothing' },
};
