import type { Functions, Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  // Of visitors without an account. Read and changed by functions that take the hash of an emailed token.
  'public.tips_signups': {
    key: 'id',
    jobs: {
      select: { columns: ['id', 'address', 'sent', 'next_at', 'ends_at'], rows: 'true' },
      update: { columns: ['sent', 'next_at', 'ends_at'], rows: 'true' },
      delete: { rows: 'true' },
    },
  },
};

export const functions: Functions = {
  confirm_tips: { app: 'token' },
  leave_tips: {},
  request_tips: { jobs: true },
  stop_tips: { app: 'token' },
  tips_signup: { app: 'token' },
};
