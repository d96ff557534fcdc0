import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.packets': {
    key: 'id',
    app: {
      select: { columns: 'all', rows: own },
      insert: { columns: ['id', 'user_id', 'draft'], rows: own },
      update: { columns: ['revision', 'draft', 'updated_at'], rows: own },
      delete: { rows: own },
    },
  },
  'public.packet_versions': {
    key: 'packet_id',
    app: {
      select: { columns: 'all', rows: own },
      insert: {
        columns: ['packet_id', 'user_id', 'number', 'packet_json', 'sha256', 'files', 'published_at'],
        rows: own,
      },
    },
  },
  'public.packet_links': {
    key: 'packet_id',
    sessionsOnly: true,
    app: {
      select: { columns: ['packet_id', 'user_id', 'seed', 'expires_at', 'ended_at'], rows: own },
      insert: { columns: ['packet_id', 'user_id', 'seed', 'token_hash', 'expires_at'], rows: own },
      update: { columns: ['ended_at', 'seed', 'token_hash', 'expires_at'], rows: own },
    },
  },
  // Counted by app.count_packet_open.
  'public.packet_opens': { key: 'day', app: { select: { columns: 'all', rows: own } } },
};

export const functions: Functions = {
  packet_by_link: { app: 'token', jobs: true },
  packet_file_by_link: { app: 'token' },
  count_packet_open: { app: 'token' },
  forget_first_holder__packets: {},
};
