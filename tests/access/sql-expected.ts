// Who may do what by SQL, independent of the application's checks: one row per table, with the columns that a role may
// use and the rows that it reaches. Everything not listed is refused.

export type Rights = {
  /** Columns, or all of them. */
  columns: readonly string[] | 'all';
  /** The rows within reach, as a condition. $1 is the viewer (null without one). */
  rows: string;
};

export type Table = {
  /** Identifies a row. Readable wherever rows are within reach. */
  key: string;
  app?: { select?: Rights; insert?: Rights; update?: Rights; delete?: { rows: string } };
  jobs?: { select?: Rights; update?: Rights; delete?: { rows: string } };
};

const own = 'user_id = $1';
const received = `(not held and not recipient_deleted and recipient_email in (
  select email from users where id = $1 and email_verified_at is not null
  union all select email from user_emails where user_id = $1 and verified_at is not null))`;

/** Tables and views of the schemas public and app. */
export const tables: Record<string, Table> = {
  'public.users': {
    key: 'id',
    app: { select: { columns: ['id', 'email', 'email_verified_at', 'created_at'], rows: 'id = $1' } },
  },
  'public.profiles': {
    key: 'user_id',
    app: {
      select: { columns: 'all', rows: own },
      // The slug is set by app.take_slug.
      update: {
        columns: ['phone_number', 'full_name', 'avatar_url', 'is_new', 'is_public', 'allows_search'],
        rows: own,
      },
    },
    jobs: {
      select: {
        columns: ['user_id', 'avatar_url'],
        rows: `avatar_url like '/api/storage/public/%'`,
      },
    },
  },
  'public.user_emails': {
    key: 'id',
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
    app: {
      // Never the hash of the emailed undo link.
      select: { columns: ['user_id', 'old_address', 'created_at', 'expires_at', 'used_at'], rows: own },
    },
    jobs: {
      select: { columns: ['expires_at'], rows: `expires_at < now() - interval '1 day'` },
      delete: { rows: `expires_at < now() - interval '1 day'` },
    },
  },
  'public.earlier_slugs': {
    key: 'slug',
    app: { select: { columns: 'all', rows: own } },
    jobs: {
      select: { columns: ['slug', 'ends_at'], rows: 'ends_at < now()' },
      delete: { rows: 'ends_at < now()' },
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
    app: {
      // Never a token hash, not even the viewer's own.
      select: {
        columns: [
          ...['id', 'user_id', 'access_expires_at', 'refresh_expires_at'],
          ...['signed_in_at', 'last_used_at', 'user_agent', 'ip'],
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
  'public.limit_hits': {
    key: 'at',
    jobs: {
      select: { columns: ['id', 'at'], rows: `at < now() - interval '1 day'` },
      delete: { rows: `at < now() - interval '1 day'` },
    },
  },
  'public.check_ins': {
    key: 'id',
    app: {
      select: { columns: 'all', rows: own },
      insert: {
        columns: [
          ...['id', 'user_id', 'kind', 'content', 'emoji', 'created_at', 'missing_files', 'search_text'],
          ...['edited_at', 'deleted_at'],
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
  'public.goals': {
    key: 'id',
    app: {
      select: { columns: 'all', rows: own },
      insert: {
        columns: [
          ...['id', 'user_id', 'text', 'cadence', 'period_start', 'position', 'created_at'],
          ...['completed_at', 'check_in_id'],
        ],
        rows: own,
      },
      update: {
        columns: ['deleted_at', 'text', 'cadence', 'period_start', 'position', 'completed_at', 'check_in_id'],
        rows: own,
      },
    },
    jobs: {
      select: { columns: ['id', 'deleted_at'], rows: `deleted_at < now() - interval '30 days'` },
      delete: { rows: `deleted_at < now() - interval '30 days'` },
    },
  },
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
  'public.resumes': {
    key: 'file_path',
    app: {
      select: { columns: 'all', rows: own },
      insert: {
        columns: ['id', 'user_id', 'file_name', 'file_path', 'file_size', 'mime_type', 'sha256'],
        rows: own,
      },
      update: { columns: ['deleted_at'], rows: own },
      delete: { rows: own },
    },
    jobs: {
      select: { columns: ['file_path', 'deleted_at'], rows: 'true' },
      delete: { rows: `deleted_at < now() - interval '1 hour'` },
    },
  },
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
      delete: { rows: own },
    },
    jobs: { select: { columns: ['file_path', 'view_path'], rows: 'true' } },
  },
  // Written by visitors without an account, through a function.
  'public.vouch_verification_requests': { key: 'id', app: { select: { columns: 'all', rows: own } } },
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
  'public.verification_tokens': {
    key: 'expires_at',
    jobs: {
      select: { columns: ['expires_at'], rows: `expires_at < now() - interval '1 day'` },
      delete: { rows: `expires_at < now() - interval '1 day'` },
    },
  },
  // Read by functions only.
  'public.public_profiles': { key: 'slug' },
  'public.logbook_migrations': { key: 'name' },
  'app.viewer_secret': { key: 'value' },
  'app.password_key': { key: 'value' },
  'app.call_keys': { key: 'inner_key' },
  'app.request_jobs': { key: 'task' },
};

/** Functions of schema app and the roles that may call them. The others are called only by triggers and functions. */
export const functions: Record<string, readonly ('app' | 'jobs')[]> = {
  viewer_proof: [],
  announce: [],
  announce_check_in: [],
  require_search_text: [],
  stamp_check_in: [],
  stamp_goal: [],
  count_files: [],
  tags_of: [],
  add_up_tags: [],
  count_tags: [],
  count_new_tags: [],
  forget_tags: [],
  viewer: ['app'],
  enter: ['app'],
  require_signature: [],
  enqueue: ['jobs'],
  enqueue_request: ['app'],
  take_try: ['app'],
  settle_tries: ['app'],
  password_salt: ['app'],
  password_digest: [],
  is_own_password: ['app'],
  holds_password: [],
  sign_in: ['app'],
  add_account: [],
  create_account: ['app'],
  any_account: ['app'],
  start_session: [],
  rotate_session: ['app'],
  log_file_for: ['app'],
  is_shown_photo: ['app'],
  stored_bytes: ['app'],
  lock_stored_bytes: ['app'],
  resume_for: ['app'],
  remove_resume_bytes: [],
  mailbox: [],
  is_own_mailbox: [],
  owns_mailbox: ['app'],
  stamp_vouch: [],
  vouch_hash: [],
  guard_vouch_files: [],
  note_vouch_token: ['app'],
  recall_vouch_mail: ['app'],
  withdraw_vouch: ['app'],
  vouch_link: ['app'],
  vouch_link_state: [],
  is_own_vouch_link: ['app'],
  replace_vouch_links: [],
  answer_vouch: ['app'],
  expire_vouches: ['jobs'],
  vouch_file_for: ['app'],
  request_verification: ['app'],
  verification_request_mail: ['jobs'],
  vouch_answer_mail: ['jobs'],
  owns_address: [],
  is_connected: [],
  mails_of_day: [],
  has_mail_room: [],
  is_mail_refused: ['jobs'],
  mail_limits: [],
  admit_mail: [],
  is_mail_queue_over: [],
  release_held_mails: [],
  release_waiting_mails: ['jobs'],
  things_waiting: ['app'],
  messages_waiting: ['app'],
  post_mail: ['app', 'jobs'],
  stop_mail: ['app'],
  want_mail: ['app'],
  is_mail_stopped: ['app'],
  note_verification: ['app'],
  use_verification: ['app'],
  announce_primary_address: [],
  announce_profile: [],
  remove_bytes: [],
  remove_photo: [],
  is_address_taken: [],
  prove_address: [],
  end_access: [],
  end_recoveries: [],
  add_address: ['app'],
  remove_address: ['app'],
  start_recovery: ['jobs'],
  recovery_link: ['app'],
  use_recovery: ['app'],
  change_password: ['app'],
  make_primary: ['app'],
  swap_primary: [],
  undo_address_change: ['app'],
  take_slug: ['app'],
  verified_addresses_of: [],
  verified_addresses: ['app'],
  newest_shoutouts: ['app'],
  shared_snapshot: ['app'],
  sender_names: ['app'],
  stamp_shoutout: [],
  is_shoutout_id_taken: ['app'],
  email_state: [],
  pass_on_mail_state: [],
  touch_highlighted_entry: [],
  withdraw_mail: ['app'],
  recent_mail_about: ['app'],
  note_manager_mail: [],
  lock_mails_of: [],
  replace_shoutout_mail: ['app'],
  manager_mail: ['jobs'],
  shoutout_mail: ['jobs'],
  newest_managers: ['app'],
  announce_shoutouts: [],
  leave_shoutouts: [],
  leave_address: [],
  take_back_address: [],
  follow_address: [],
  delete_account: ['app'],
  remove_account: [],
  public_key: [],
  public_user: [],
  public_logbook: ['app'],
  public_file: ['app'],
};

/**
 * What guards each function that the application's role may call. `signature`: only the application can make the call.
 * `viewer`: it acts on the viewer's data, and without a viewer on none. `token`: it takes the hash of a token, which
 * the role cannot read. `nothing`: its result is public.
 */
export const guards: Record<string, 'signature' | 'viewer' | 'token' | 'nothing'> = {
  enqueue_request: 'signature',
  take_try: 'signature',
  settle_tries: 'signature',
  password_salt: 'signature',
  sign_in: 'signature',
  create_account: 'signature',
  log_file_for: 'signature',
  resume_for: 'signature',
  post_mail: 'signature',
  stop_mail: 'signature',
  want_mail: 'signature',
  is_mail_stopped: 'signature',
  shared_snapshot: 'signature',
  note_verification: 'signature',
  note_vouch_token: 'signature',
  vouch_file_for: 'signature',
  request_verification: 'signature',
  viewer: 'viewer',
  is_own_password: 'viewer',
  things_waiting: 'viewer',
  messages_waiting: 'viewer',
  add_address: 'viewer',
  remove_address: 'viewer',
  change_password: 'viewer',
  make_primary: 'viewer',
  take_slug: 'viewer',
  verified_addresses: 'viewer',
  stored_bytes: 'viewer',
  lock_stored_bytes: 'viewer',
  newest_shoutouts: 'viewer',
  sender_names: 'viewer',
  withdraw_mail: 'viewer',
  replace_shoutout_mail: 'viewer',
  recent_mail_about: 'viewer',
  newest_managers: 'viewer',
  owns_mailbox: 'viewer',
  recall_vouch_mail: 'viewer',
  withdraw_vouch: 'viewer',
  delete_account: 'viewer',
  enter: 'token',
  rotate_session: 'token',
  use_verification: 'token',
  recovery_link: 'token',
  use_recovery: 'token',
  undo_address_change: 'token',
  vouch_link: 'token',
  is_own_vouch_link: 'token',
  answer_vouch: 'token',
  // Whether any account exists, and whether a public photo is the current one.
  any_account: 'nothing',
  is_shown_photo: 'nothing',
  // What a public page shows, by its link. The viewer makes no difference.
  public_logbook: 'nothing',
  public_file: 'nothing',
  // Whether an id is taken, as an insert reveals.
  is_shoutout_id_taken: 'nothing',
};

/** What the application's role is refused, even with a viewer. */
export const refused: Record<string, string> = {
  'becomes the owner': 'set role {owner}',
  'becomes the job role': 'set role {jobs}',
  'changes its session': 'set session authorization {owner}',
  'makes itself a superuser': 'alter role {app} superuser',
  'creates a table': 'create table public.mine (id int)',
  'creates a table in app': 'create table app.mine (id int)',
  'creates a temporary table': 'create temporary table mine (id int)',
  'creates a schema': 'create schema mine',
  'creates a function': `create function public.mine() returns int language sql as 'select 1'`,
  'creates an extension': 'create extension file_fdw',
  'reads salts of passwords': 'select password_salt from users',
  'reads digests of passwords': 'select password_digest from users',
  'reads access token hashes': 'select access_hash from sessions',
  'reads earlier access token hashes': 'select previous_access_hash from sessions',
  'reads refresh token hashes': 'select refresh_hash from sessions',
  'reads spent refresh tokens': 'select hash from spent_refresh_tokens',
  'reads whole sessions': 'select * from sessions',
  'reads emails': 'select id from mails',
  'reads unsubscribed addresses': 'select address from mail_suppressions',
  'reads hashes of verification links': 'select hash from verification_tokens',
  'marks its own address as verified': 'update users set email_verified_at = now()',
  'marks an extra address as verified': 'update user_emails set verified_at = now()',
  'deletes an extra address without its links': 'delete from user_emails',
  'adds an extra address without the limit': `insert into user_emails (id, user_id, email)
     values (gen_random_uuid(), app.viewer(), 'a@example.com')`,
  'reads hashes of recovery links': 'select hash from recovery_tokens',
  'reads hashes of undo links': 'select hash from address_changes',
  'requests a recovery link': `select app.start_recovery('a@example.com', '\\x00', '1 h')`,
  'asks whether an address is taken': `select app.is_address_taken('a@example.com', null)`,
  'verifies an address without a link': `select app.prove_address(app.viewer(), 'a@example.com')`,
  'ends the sessions of others': 'select app.end_access(app.viewer())',
  'sets a password': `update users set password_digest = '\\x00'`,
  'computes a password digest': `select app.password_digest('\\x00')`,
  'reads the password key': 'select value from app.password_key',
  'reads the keys of signed calls': 'select inner_key from app.call_keys',
  'reads which jobs a request may add': 'select * from app.request_jobs',
  'starts a session': 'select app.start_session(app.viewer(), null)',
  'deletes an account without the check for a recent sign-in': 'select app.remove_account()',
  'makes an address primary without the password': `select app.swap_primary(null, null, '1 h', null)`,
  'bypasses a signature': `select unsigned.take_try('a', 'b', 1, '1 h')`,
  'adds a job that is not listed': `select app.enqueue('sweep-files', '{}')`,
  'creates a large object': `select lo_create(0)`,
  'writes a large object': `select lo_from_bytea(0, 'bytes')`,
  'reads a large object': 'select lo_get(1)',
  'ends connections of other requests': 'select pg_terminate_backend(1)',
  'ends statements of other requests': 'select pg_cancel_backend(1)',
  'sets a slug without its rules': `update profiles set slug = 'auth'`,
  'reserves a slug': `insert into earlier_slugs values ('wanted', app.viewer(), now())`,
  'changes the address on a profile': `update profiles set email = 'a@example.com'`,
  'changes feedback': `update feedback set message = 'x'`,
  'releases a held email': 'select app.release_held_mails(app.viewer())',
  'asks who owns an address': `select app.owns_address(app.viewer(), 'a@example.com')`,
  'adds up tag counts': 'select app.add_up_tags(app.viewer())',
  'reads rate-limited attempts': 'select * from limit_hits',
  'reads the viewer secret': 'select value from app.viewer_secret',
  'creates a viewer proof': `select app.viewer_proof('\\x00', app.viewer())`,
  'adds a job without app.enqueue': `select graphile_worker.add_job('sweep-files')`,
  'reads jobs': 'select * from graphile_worker.jobs',
  'reads roles with passwords': 'select * from pg_authid',
  'reads server files': `select pg_read_file('postmaster.pid')`,
  'runs programs': `copy (select 1) to program 'true'`,
  'writes server files': `copy (select 1) to '/tmp/mine'`,
  'turns logging off': 'set log_min_messages = panic',
  'disables row-level security of a table': 'alter table check_ins disable row level security',
  'drops a policy': 'drop policy own_check_ins on check_ins',
  'turns row-level security off for itself': 'set local row_security = off; select count(*) from check_ins',
  'truncates a table': 'truncate check_ins',
  'disables triggers': 'set session_replication_role = replica',
  'changes when an entry was recorded': 'update check_ins set recorded_at = now()',
  'changes the owner of an entry': 'update check_ins set user_id = user_id',
  'changes the owner of a goal': 'update goals set user_id = user_id',
  'changes when a goal was created': 'update goals set created_at = now()',
  'sets when an entry was recorded': `insert into check_ins (id, user_id, content, search_text, recorded_at)
     values (gen_random_uuid(), app.viewer(), 'x', '', now())`,
  'shares an entry without its email': `insert into check_ins (id, user_id, content, search_text, shared_with_manager)
     values (gen_random_uuid(), app.viewer(), 'x', '', false)`,
  'sets a file count': 'update check_ins set file_count = 0',
  'asks for the verified addresses of a user': 'select app.verified_addresses_of(app.viewer())',
  'changes a shoutout': `update shoutouts set message = 'x'`,
  'changes what the sender sees of an email': `update shoutouts set email_state = null`,
  'releases a held shoutout': 'update shoutouts set held = false',
  'dates a shoutout': `insert into shoutouts (id, sender_id, recipient_email, message, created_at)
     values (gen_random_uuid(), app.viewer(), 'a@example.com', 'x', now())`,
  'changes a résumé': `update resumes set file_path = 'x'`,
  'dates a résumé': 'update resumes set created_at = now()',
  'verifies its own vouch': `update vouches set status = 'verified'`,
  'adds a verified vouch': `insert into vouches (id, user_id, status) values (gen_random_uuid(), app.viewer(), 'verified')`,
  'changes a vouch': `update vouches set project_name = 'x'`,
  'changes what a reference wrote': `update vouches set statement = 'x'`,
  'deletes a vouch without the purge': 'delete from vouches',
  'reads hashes of the links of vouches': 'select hash from vouch_tokens',
  'adds a link that it knows': `insert into vouch_tokens (hash, vouch_id) select '\\x01', id from vouches`,
  'adds a link that it knows by the function': `select app.note_vouch_token(app.viewer(), '\\x01', app.viewer(), 0, '\\x01')`,
  'bypasses the signature of a link': `select unsigned.note_vouch_token(app.viewer(), '\\x01', app.viewer(), 0)`,
  'asks for the address of a reference': `select reference_email from app.verification_request_mail(app.viewer())`,
  'emails a reference without the signature': `select app.request_verification(app.viewer(), 'a', 'a@example.com', 'a', '\\x01')`,
  'bypasses the signature of a request': `select unsigned.request_verification(app.viewer(), 'a', 'a@example.com', 'a')`,
  'adds a request without the function': `insert into vouch_verification_requests
     (user_id, vouch_id, requester_name, requester_email, message) select user_id, id, 'a', 'a@example.com', 'a' from vouches`,
  'changes a request': `update vouch_verification_requests set message = 'x'`,
  'deletes a request': 'delete from vouch_verification_requests',
  'changes a file of a vouch': `update vouch_files set file_name = 'x'`,
  'asks whose mailbox an address is': `select app.is_own_mailbox(app.viewer(), 'a@example.com')`,
  'deletes a shoutout': 'delete from shoutouts',
  'changes a sign-in address': 'update users set email = email',
};
