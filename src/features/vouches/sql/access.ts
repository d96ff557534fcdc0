import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.vouches': {
    key: 'id',
    app: {
      select: { columns: 'all', rows: own },
      // Neither the state nor what the reference wrote.
      insert: {
        columns: [
          ...['id', 'user_id', 'project_name', 'project_context', 'individual_contribution'],
          ...['reference_name', 'reference_email', 'reference_position', 'reference_department'],
        ],
        rows: own,
      },
      update: { columns: ['deleted_at'], rows: own },
    },
    jobs: {
      select: { columns: ['id', 'deleted_at'], rows: `deleted_at < now() - interval '1 hour'` },
      delete: { rows: `deleted_at < now() - interval '1 hour'` },
    },
  },
  'public.vouch_tokens': { key: 'hash' },
  'public.vouch_files': {
    key: 'file_path',
    app: {
      select: { columns: 'all', rows: own },
      insert: {
        columns: [
          ...['id', 'user_id', 'vouch_id', 'file_name', 'file_path', 'view_path', 'file_type', 'file_size'],
          ...['view_size', 'mime_type', 'preview', 'sha256'],
        ],
        rows: own,
      },
      update: { columns: ['deleted_at'], rows: own },
    },
    jobs: {
      select: { columns: ['id', 'file_path', 'view_path', 'deleted_at'], rows: 'true' },
      delete: { rows: `deleted_at < now() - interval '1 hour'` },
    },
  },
  // Written by visitors without an account, through a function.
  'public.vouch_verification_requests': { key: 'id', app: { select: { columns: 'all', rows: own } } },
};

export const functions: Functions = {
  answer_vouch: { app: 'token' },
  can_vouch: { app: 'viewer' },
  can_vouch_for: {},
  expire_vouches: { jobs: true },
  forget_first_holder__vouches: {},
  guard_vouch_files: {},
  is_own_vouch_link: { app: 'token' },
  lock_own_vouch: {},
  note_vouch_token: { app: 'signature' },
  own_vouches_among: { app: 'viewer' },
  pass_on_mail_state__vouches: {},
  recall_vouch_mail: { app: 'viewer' },
  replace_vouch_links: {},
  request_verification: { app: 'signature' },
  stamp_vouch: {},
  stored_bytes__vouches: {},
  verification_request_mail: { jobs: true },
  vouch_answer_mail: { jobs: true },
  vouch_file_for: { app: 'signature' },
  vouch_hash: {},
  vouch_link: { app: 'token' },
  vouch_link_state: {},
  vouch_mail: { jobs: true },
  vouches_kept_since: { jobs: true },
  withdraw_vouch: { app: 'viewer' },
};
