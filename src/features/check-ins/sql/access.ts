import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.check_ins': {
    key: 'id',
    app: {
      select: { columns: 'all', rows: own },
      insert: {
        columns: [
          ...['id', 'user_id', 'kind', 'content', 'emoji', 'created_at', 'missing_files', 'search_text'],
          ...['edited_at', 'deleted_at', 'source', 'source_name'],
        ],
        rows: own,
      },
      update: {
        columns: [
          ...['missing_files', 'content', 'search_text', 'emoji', 'edited_at', 'deleted_at', 'has_shoutout'],
          ...['shared_with_manager', 'manager_email', 'manager_mail_id', 'manager_email_state'],
        ],
        rows: own,
      },
    },
    jobs: {
      select: { columns: ['id', 'deleted_at'], rows: `deleted_at < now() - interval '30 days'` },
      delete: { rows: `deleted_at < now() - interval '30 days'` },
    },
  },
  // Counted by the triggers of check_ins.
  'public.tag_counts': { key: 'tag', app: { select: { columns: 'all', rows: own } } },
  'public.tag_changes': { key: 'tag', app: { select: { columns: 'all', rows: own } } },
  'public.entry_dates': { key: 'month', app: { select: { columns: 'all', rows: own } } },
  'public.entry_date_changes': { key: 'at', app: { select: { columns: 'all', rows: own } } },
  'public.log_files': {
    key: 'file_path',
    app: {
      select: { columns: 'all', rows: own },
      insert: {
        columns: [
          ...[
            'id',
            'user_id',
            'check_in_id',
            'file_name',
            'file_path',
            'view_path',
            'file_type',
            'file_size',
          ],
          ...['mime_type', 'preview', 'sha256', 'position', 'view_size'],
        ],
        rows: own,
      },
      delete: { rows: own },
    },
    jobs: { select: { columns: ['file_path', 'view_path'], rows: 'true' } },
  },
};

export const functions: Functions = {
  add_mailed_entry: { app: 'signature' },
  add_up_dates: {},
  add_up_tags: {},
  announce_check_in: {},
  check_ins_kept_since: { jobs: true },
  count_changed_date: {},
  count_deleted_dates: {},
  count_deleted_tags: {},
  count_files: {},
  count_new_dates: {},
  count_new_tags: {},
  count_tags: {},
  entry_text: {},
  forget_dates: {},
  forget_first_holder__check_ins: {},
  forget_tags: {},
  keep_dates: { jobs: true },
  latest_entries_of: { jobs: true },
  log_file_for: { app: 'signature' },
  log_paths_in_use: { jobs: true },
  may_sign_log_file: { app: 'viewer' },
  merge_dates: {},
  note_shoutout: {},
  pass_on_mail_state__check_ins: {},
  reads_log_file: {},
  repair_dates: { jobs: true },
  require_search_text: {},
  stamp_check_in: {},
  stored_bytes__check_ins: {},
  tags_of: { app: 'nothing' },
  wrote_since: { jobs: true },
};
