import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.cli_logins': {
    key: 'id',
    sessionsOnly: true,
    app: {
      // Never a hash, nor the sealed token.
      select: {
        columns: ['id', 'user_id', 'name', 'ip', 'created_at', 'expires_at', 'decision'],
        rows: own,
      },
      update: { columns: ['decision', 'sealed_token'], rows: own },
    },
  },
};

export const functions: Functions = {
  find_cli_login: { app: 'token' },
  start_cli_login: { app: 'signature' },
  take_cli_login: { app: 'token' },
};
