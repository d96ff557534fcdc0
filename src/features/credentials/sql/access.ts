import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.credentials': {
    key: 'id',
    app: {
      select: { columns: 'all', rows: own },
      insert: { columns: ['id', 'vouch_id', 'user_id', 'list_id', 'index'], rows: own },
      // What is issued never changes (app.guard_credential).
      update: {
        columns: ['credential_json', 'jwt', 'issuer', 'key_id', 'issued_at'],
        rows: own,
      },
    },
  },
  // Only functions reach them.
  'public.credential_lists': { key: 'id' },
  'public.credential_entries': { key: 'index' },
};

export const functions: Functions = {
  credential_list: { app: 'nothing' },
  follow_vouch_deletion: {},
  guard_credential: {},
  reserve_public_credential: { app: 'signature' },
  revoke_credential: {},
  store_credential_list: { app: 'signature' },
  store_public_credential: { app: 'signature' },
  take_credential_entry: { app: 'viewer' },
  unused_credential_entry: {},
};
