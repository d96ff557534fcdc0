import type { Functions } from '#platform/database/sql-access.ts';

export const functions: Functions = {
  manager_mail: { jobs: true },
  newest_managers: { app: 'viewer' },
  note_manager_mail: {},
};
