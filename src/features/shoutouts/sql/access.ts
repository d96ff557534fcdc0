import type { Functions, Tables } from '#platform/database/sql-access.ts';

const received = `(not held and not recipient_deleted and recipient_email in (
  select email from users where id = $1 and email_verified_at is not null
  union all select email from user_emails where user_id = $1 and verified_at is not null))`;

export const tables: Tables = {
  'public.shoutouts': {
    key: 'id',
    app: {
      select: { columns: 'all', rows: `sender_id = $1 or ${received}` },
      insert: {
        columns: ['id', 'sender_id', 'recipient_email', 'message', 'check_in_id', 'excerpt', 'mail_id'],
        rows: 'sender_id = $1',
      },
      update: { columns: ['kept_check_in_id'], rows: received },
    },
  },
};

export const functions: Functions = {
  announce_shoutouts: {},
  forget_first_holder__shoutouts: {},
  has_written: {},
  // Whether an id is taken, as an insert reveals.
  is_shoutout_id_taken: { app: 'nothing' },
  kept_entries_among: { app: 'viewer' },
  leave_address__shoutouts: {},
  leave_shoutouts: {},
  newest_shoutouts: { app: 'viewer' },
  own_shoutouts_among: { app: 'viewer' },
  pass_on_mail_state__shoutouts: {},
  release_held__shoutouts: {},
  replace_shoutout_mail: { app: 'viewer' },
  sender_names: { app: 'viewer' },
  shoutout_mail: { jobs: true },
  stamp_shoutout: {},
  take_back_address__shoutouts: {},
  things_waiting__shoutouts: {},
  touch_highlighted_entry: {},
};
