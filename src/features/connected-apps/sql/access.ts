import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

const unused = 'expires_at < now() and (client_id is null or not app.is_connected_client(client_id))';

export const tables: Tables = {
  'public.connected_apps': {
    key: 'id',
    sessionsOnly: true,
    app: {
      // Never the hash.
      select: {
        columns: [
          ...['id', 'user_id', 'client_id', 'name', 'host', 'scopes', 'audience', 'created_at', 'expires_at'],
          'session_id',
        ],
        rows: own,
      },
      insert: {
        columns: [
          ...['id', 'user_id', 'grant_hash', 'client_id', 'name', 'host', 'scopes', 'audience', 'expires_at'],
          'session_id',
        ],
        rows: own,
      },
      delete: { rows: own },
    },
    jobs: {
      select: { columns: ['id', 'expires_at'], rows: 'expires_at < now()' },
      delete: { rows: 'expires_at < now()' },
    },
  },
  'public.oauth_records': {
    key: 'expires_at',
    jobs: {
      select: { columns: ['kind', 'client_id', 'expires_at'], rows: unused },
      delete: { rows: unused },
    },
  },
};

export const functions: Functions = {
  consume_oauth_record: { app: 'signature' },
  end_access__connected_apps: {},
  end_connected_app: { app: 'signature' },
  is_connected_client: { jobs: true },
  oauth_record: { app: 'signature' },
  put_app_token: { app: 'signature' },
  put_oauth_record: { app: 'signature' },
  remove_oauth_record: { app: 'signature' },
};
