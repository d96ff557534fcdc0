import type { Functions, Tables } from '../sql-access.ts';

export const tables: Tables = {
  // Written and read at startup, by the owner of the schema.
  'public.logbook_migrations': { key: 'name' },
  // Read by functions and at startup only.
  'app.viewer_secret': { key: 'value' },
  'app.call_keys': { key: 'inner_key' },
};

export const functions: Functions = {
  by_token: { app: 'viewer' },
  require_signature: {},
  viewer: { app: 'viewer' },
  viewer_proof: {},
  viewer_token: {},
};
