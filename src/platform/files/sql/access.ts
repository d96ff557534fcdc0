import type { Functions } from '../../database/sql-access.ts';

export const functions: Functions = {
  lock_stored_bytes: { app: 'viewer' },
  remove_bytes: {},
  stored_bytes: { app: 'viewer' },
};
