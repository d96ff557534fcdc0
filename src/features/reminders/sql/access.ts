import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

const chosen = ['next_at', 'state', 'days', 'hour', 'time_zone', 'locale', 'by_email'];

export const tables: Tables = {
  'public.reminders': {
    key: 'user_id',
    sessionsOnly: true,
    app: {
      select: { columns: ['user_id', 'kind', ...chosen, 'last_at'], rows: own },
      insert: { columns: ['user_id', 'kind', ...chosen], rows: own },
      update: { columns: chosen, rows: own },
    },
    jobs: {
      select: { columns: 'all', rows: 'true' },
      update: { columns: ['next_at', 'last_at', 'mail_id'], rows: 'true' },
    },
  },
  'public.push_devices': {
    key: 'id',
    sessionsOnly: true,
    app: {
      // Never the endpoint, not even that of the viewer's own browser.
      select: {
        columns: ['id', 'user_id', 'session_id', 'user_agent', 'created_at', 'last_sent_at'],
        rows: own,
      },
      delete: { rows: own },
    },
    jobs: {
      select: { columns: 'all', rows: 'true' },
      update: { columns: ['last_sent_at'], rows: 'true' },
      delete: { rows: 'true' },
    },
  },
};

export const functions: Functions = {
  add_push_device: { app: 'signature' },
  end_access__reminders: {},
  forget_first_holder__reminders: {},
  leave_address__reminders: {},
  may_answer: { app: 'signature' },
  quiet_reminder: { app: 'signature' },
  reminder_address: { app: 'viewer' },
  reminder_recipient: { jobs: true },
  reminder_state: { app: 'signature' },
};
