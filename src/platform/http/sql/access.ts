import type { Functions, Tables } from '../../database/sql-access.ts';

export const tables: Tables = {
  'public.limit_hits': {
    key: 'at',
    jobs: {
      select: { columns: ['id', 'at'], rows: `at < now() - interval '1 day'` },
      delete: { rows: `at < now() - interval '1 day'` },
    },
  },
};

export const functions: Functions = {
  settle_tries: { app: 'signature' },
  take_try: { app: 'signature' },
};
