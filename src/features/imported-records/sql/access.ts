import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.imported_records': {
    key: 'id',
    app: {
      select: { columns: 'all', rows: own },
      insert: {
        columns: ['id', 'user_id', 'kind', 'origin', 'original_id', 'at', 'record'],
        rows: own,
      },
      delete: { rows: own },
    },
  },
};

export const functions: Functions = {
  count_imported_records: { app: 'viewer' },
  forget_first_holder__imported_records: {},
};
