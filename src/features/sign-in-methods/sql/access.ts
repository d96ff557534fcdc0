import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.passkeys': {
    key: 'id',
    sessionsOnly: true,
    app: {
      // Never the key or the counter.
      select: {
        columns: [
          ...['id', 'user_id', 'credential_id', 'transports', 'rp_id', 'name', 'multi_device', 'backed_up'],
          ...['created_at', 'last_used_at', 'user_agent'],
        ],
        rows: own,
      },
      update: { columns: ['name'], rows: own },
    },
  },
  'public.recovery_codes': {
    key: 'user_id',
    sessionsOnly: true,
    // Never the hash.
    app: { select: { columns: ['user_id', 'created_at', 'used_at'], rows: own } },
  },
  'public.authenticator_apps': {
    key: 'id',
    sessionsOnly: true,
    // Never the secret or the step.
    app: { select: { columns: ['id', 'user_id', 'created_at', 'last_used_at'], rows: own } },
  },
  'public.remembered_devices': {
    key: 'id',
    sessionsOnly: true,
    // Never the hash.
    app: {
      select: { columns: ['id', 'user_id', 'user_agent', 'created_at', 'expires_at'], rows: own },
      delete: { rows: own },
    },
    jobs: {
      select: { columns: 'all', rows: 'expires_at < now()' },
      delete: { rows: 'expires_at < now()' },
    },
  },
  'public.spent_challenges': {
    key: 'expires_at',
    jobs: {
      select: { columns: 'all', rows: 'expires_at < now()' },
      delete: { rows: 'expires_at < now()' },
    },
  },
};

export const functions: Functions = {
  add_authenticator: { app: 'signature' },
  add_passkey: { app: 'signature' },
  authenticator_of: { app: 'signature' },
  confirm_by_passkey: { app: 'signature' },
  confirm_by_password: { app: 'viewer' },
  end_access__sign_in_methods: {},
  forget_devices: {},
  forget_own_devices: { app: 'viewer' },
  forget_first_holder__sign_in_methods: {},
  forget_methods_since: {},
  has_password: { app: 'viewer' },
  has_second_factor: {},
  needs_confirmation: { app: 'viewer' },
  note_first_factor: {},
  note_removed_factor: {},
  opens_without_password: {},
  passkey_for: { app: 'signature' },
  remember_device: { app: 'signature' },
  remove_authenticator: { app: 'signature' },
  remove_passkey: { app: 'signature' },
  remove_password: { app: 'signature' },
  renew_recovery_codes: { app: 'signature' },
  sign_in_by_passkey: { app: 'signature' },
  sign_in_on_device: { app: 'signature' },
  spend_challenge: {},
  store_recovery_codes: {},
  use_passkey: {},
  use_second_factor: {},
};
