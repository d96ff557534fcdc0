import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.api_tokens': {
    key: 'id',
    sessionsOnly: true,
    app: {
      // Never the hash, not even that of the viewer's own token.
      select: {
        columns: [
          ...['id', 'user_id', 'name', 'scopes', 'source', 'created_at', 'expires_at', 'last_used_at'],
          ...['user_agent', 'ip', 'session_id', 'connection_id'],
        ],
        rows: own,
      },
      insert: {
        columns: ['id', 'user_id', 'name', 'hash', 'scopes', 'source', 'expires_at', 'session_id'],
        rows: own,
      },
      delete: { rows: own },
    },
  },
};

export const functions: Functions = {
  api_token_for: {},
  api_token_scopes: { app: 'token' },
  end_access__api_tokens: {},
  end_with_session__api_tokens: {},
  mark_source: {},
  replace_app_token: {},
  revoke_api_token: { app: 'token' },
  use_api_token: { app: 'token' },
  ways_made_in__api_tokens: {},
};
