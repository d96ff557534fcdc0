import type { Functions, Tables } from '../../database/sql-access.ts';

export const tables: Tables = {
  // The worker sends. Users' emails are written by app.post_mail, and users never see the rows.
  'public.mails': {
    key: 'id',
    jobs: {
      select: { columns: 'all', rows: 'true' },
      update: { columns: ['reason', 'state', 'attempts', 'body', 'due_at', 'sent_at'], rows: 'true' },
      delete: { rows: 'true' },
    },
  },
  'public.mail_suppressions': { key: 'address', jobs: { select: { columns: 'all', rows: 'true' } } },
};

export const functions: Functions = {
  admit_mail: {},
  email_state: {},
  empty_mails: {},
  end_mails: {},
  forget_unsent_mails: {},
  has_mail_room: {},
  is_mail_queue_over: {},
  is_mail_refused: { jobs: true },
  is_mail_stopped: { app: 'signature' },
  lock_mails_of: {},
  mail_limits: {},
  // Computed from the address alone.
  mailbox: { app: 'nothing', jobs: true },
  mails_of_day: {},
  messages_waiting: { app: 'viewer' },
  note_mail_about: {},
  pass_on_mail_state: {},
  post_mail: { app: 'signature', jobs: true },
  recent_mail_about: { app: 'viewer' },
  release_held_mails: {},
  release_waiting_mails: { jobs: true },
  stop_mail: { app: 'signature' },
  stored_mail: {},
  want_mail: { app: 'signature' },
  withdraw_mail: { app: 'viewer' },
  withdraw_mails_to: {},
};
