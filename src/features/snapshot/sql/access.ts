import type { Functions } from '#platform/database/sql-access.ts';

export const functions: Functions = {
  shared_snapshot: { app: 'signature' },
};
