import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.users': {
    key: 'id',
    app: { select: { columns: ['id', 'email', 'email_verified_at', 'created_at'], rows: 'id = $1' } },
  },
  'public.user_emails': {
    key: 'id',
    sessionsOnly: true,
    app: { select: { columns: 'all', rows: own } },
  },
  'public.recovery_tokens': {
    key: 'expires_at',
    jobs: {
      select: { columns: ['expires_at'], rows: `expires_at < now() - interval '1 day'` },
      delete: { rows: `expires_at < now() - interval '1 day'` },
    },
  },
  'public.address_changes': {
    key: 'expires_at',
    sessionsOnly: true,
    app: {
      // Never the hash of the emailed undo link.
      select: { columns: ['user_id', 'old_address', 'created_at', 'expires_at', 'used_at'], rows: own },
    },
    jobs: {
      select: { columns: ['expires_at'], rows: `expires_at < now() - interval '1 day'` },
      delete: { rows: `expires_at < now() - interval '1 day'` },
    },
  },
  'public.former_mailboxes': {
    key: 'left_at',
    sessionsOnly: true,
    app: { select: { columns: 'all', rows: own } },
    jobs: {
      select: { columns: ['left_at'], rows: `left_at < now() - interval '90 days'` },
      delete: { rows: `left_at < now() - interval '90 days'` },
    },
  },
  'public.feedback': {
    key: 'id',
    app: {
      select: { columns: 'all', rows: own },
      insert: { columns: ['id', 'user_id', 'message', 'user_email', 'user_name'], rows: own },
    },
  },
  'public.sessions': {
    key: 'id',
    sessionsOnly: true,
    app: {
      // Never a token hash, not even the viewer's own.
      select: {
        columns: [
          ...['id', 'user_id', 'access_expires_at', 'refresh_expires_at'],
          ...['began_by', 'signed_in_at', 'confirmed_at', 'last_used_at', 'user_agent', 'ip'],
        ],
        rows: own,
      },
      delete: { rows: own },
    },
    jobs: {
      select: { columns: ['id', 'refresh_expires_at'], rows: 'refresh_expires_at < now()' },
      delete: { rows: 'refresh_expires_at < now()' },
    },
  },
  'public.spent_refresh_tokens': {
    key: 'spent_at',
    jobs: {
      select: { columns: ['spent_at'], rows: `spent_at < now() - interval '60 days'` },
      delete: { rows: `spent_at < now() - interval '60 days'` },
    },
  },
  'public.verification_tokens': {
    key: 'expires_at',
    jobs: {
      select: { columns: ['expires_at'], rows: `expires_at < now() - interval '1 day'` },
      delete: { rows: `expires_at < now() - interval '1 day'` },
    },
  },
  'app.password_key': { key: 'value' },
};

export const functions: Functions = {
  add_account: {},
  add_address: { app: 'viewer' },
  announce_primary_address: {},
  // Whether any account exists.
  any_account: { app: 'nothing' },
  change_password: { app: 'viewer' },
  clear_password: {},
  confirm_session: {},
  create_account: { app: 'signature' },
  delete_account: { app: 'viewer' },
  end_access: {},
  end_confirmations: {},
  end_other_sessions: { app: 'viewer' },
  end_recoveries: {},
  end_session: { app: 'viewer' },
  end_sessions: {},
  enter: { app: 'token' },
  enter_to_read: { app: 'token' },
  follow_address: {},
  forget_first_holder: {},
  former_mailboxes_kept_since: { jobs: true },
  holds_password: {},
  is_address_taken: {},
  is_fresh: { app: 'viewer' },
  is_own_mailbox: {},
  is_own_password: { app: 'viewer' },
  leave_address: {},
  make_primary: { app: 'viewer' },
  make_primary_by_session: { app: 'signature' },
  may_delete_account: { app: 'viewer' },
  note_proof: {},
  note_verification: { app: 'signature' },
  owner_of_address: {},
  owns_address: {},
  owns_mailbox: { app: 'viewer' },
  password_digest: {},
  password_salt: { app: 'signature' },
  prove_address: {},
  recover_with: { app: 'token' },
  recovery_link: { app: 'token' },
  remove_account: {},
  remove_address: { app: 'viewer' },
  rotate_session: { app: 'token' },
  sign_in: { app: 'signature' },
  sign_in_with: { app: 'signature' },
  spent_tokens_kept_since: { jobs: true },
  start_recovery: { jobs: true },
  start_session: {},
  store_undo_link: {},
  swap_primary: {},
  take_back_address: {},
  things_waiting: { app: 'viewer' },
  undo_address_change: { app: 'token' },
  use_recovery: { app: 'token' },
  use_verification: { app: 'token' },
  user_of_refresh: {},
  verified_addresses: { app: 'viewer' },
  verified_addresses_of: {},
  was_own_mailbox: {},
  ways_made_in: { app: 'viewer' },
};
