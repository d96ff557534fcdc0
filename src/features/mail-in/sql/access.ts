import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.mail_addresses': {
    key: 'user_id',
    sessionsOnly: true,
    app: {
      // Never the hash, not even that of the viewer's own address.
      select: { columns: ['user_id', 'id', 'created_at', 'last_used_at'], rows: own },
      insert: { columns: ['user_id', 'id', 'hash'], rows: own },
      update: { columns: ['created_at', 'id', 'hash', 'last_used_at'], rows: own },
      delete: { rows: own },
    },
  },
  'public.received_mails': {
    key: 'digest',
    app: {
      select: { columns: 'all', rows: own },
      insert: { columns: ['user_id', 'digest', 'became'], rows: own },
      update: { columns: ['completed_at'], rows: own },
    },
    jobs: { select: { columns: 'all', rows: 'true' }, delete: { rows: 'true' } },
  },
};

export const functions: Functions = {
  end_access__mail_in: {},
  mail_address_for: {},
  mail_address_of: { jobs: true },
  refused_mail_recipient: { jobs: true },
  take_mail: { app: 'token' },
};
