import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.provider_identities': {
    key: 'id',
    sessionsOnly: true,
    app: { select: { columns: 'all', rows: own } },
  },
  'public.provider_sessions': { key: 'session_id' },
};

export const functions: Functions = {
  begin_provider_session: {},
  confirm_by_identity: { app: 'signature' },
  connect_identity: { app: 'signature' },
  create_account_by_identity: { app: 'signature' },
  disconnect_identity: { app: 'signature' },
  end_provider_sessions: { app: 'signature' },
  forget_first_holder__single_sign_on: {},
  forget_identities_since: {},
  has_identity: {},
  link_by_address: { app: 'signature' },
  lock_identity: {},
  sign_in_by_identity: { app: 'signature' },
  spend_provider_state: { app: 'signature' },
};
