import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

const ended = `(created_at < now() - interval '90 days' or settled_at < now() - interval '1 hour')`;

export const tables: Tables = {
  'public.suggestions': {
    key: 'id',
    app: {
      select: { columns: 'all', rows: own },
      insert: {
        columns: [
          ...[
            'id',
            'user_id',
            'source',
            'source_id',
            'hash',
            'at',
            'content',
            'emoji',
            'group_name',
            'reason',
          ],
          'url',
        ],
        rows: own,
      },
      update: { columns: ['settled_at', 'check_in_id'], rows: own },
    },
    jobs: {
      select: { columns: ['id', 'created_at', 'settled_at'], rows: ended },
      delete: { rows: ended },
    },
  },
  'public.settled_suggestions': {
    key: 'hash',
    app: {
      select: { columns: 'all', rows: own },
      insert: { columns: ['user_id', 'hash'], rows: own },
      delete: { rows: own },
    },
  },
  'public.suggestion_files': {
    key: 'file_path',
    app: {
      select: { columns: 'all', rows: own },
      insert: {
        columns: [
          ...[
            'id',
            'user_id',
            'suggestion_id',
            'position',
            'file_name',
            'file_path',
            'view_path',
            'file_type',
          ],
          ...['file_size', 'view_size', 'mime_type', 'preview', 'sha256'],
        ],
        rows: own,
      },
      delete: { rows: own },
    },
  },
};

export const functions: Functions = {
  forget_first_holder__suggestions: {},
  log_paths_in_use__suggestions: {},
  settled_suggestions_kept_since: { jobs: true },
  stored_bytes__suggestions: {},
  suggestions_kept_since: { jobs: true },
};
