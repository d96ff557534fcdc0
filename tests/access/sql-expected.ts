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

const closedInvitation = `status in ('declined', 'expired', 'withdrawn') and closed_at < now() - interval '30 days'`;

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
  'public.former_mailboxes': {
    key: 'left_at',
    app: { select: { columns: 'all', rows: own } },
    jobs: {
      select: { columns: ['left_at'], rows: `left_at < now() - interval '90 days'` },
      delete: { rows: `left_at < now() - interval '90 days'` },
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
  'public.entry_dates': { key: 'month', app: { select: { columns: 'all', rows: own } } },
  'public.entry_date_changes': { key: 'at', app: { select: { columns: 'all', rows: own } } },
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
      update: { columns: ['deleted_at'], rows: own },
    },
    jobs: {
      select: { columns: ['id', 'file_path', 'view_path', 'deleted_at'], rows: 'true' },
      delete: { rows: `deleted_at < now() - interval '1 hour'` },
    },
  },
  // Written by functions, which check who asked for it.
  'public.team_relationships': {
    key: 'id',
    app: {
      select: {
        columns: 'all',
        rows: `$1 in (manager_id, employee_id) and (status = 'accepted' or requested_by <> $1) and not has_ended`,
      },
    },
    jobs: {
      select: { columns: ['id', 'declined_at'], rows: `declined_at < now() - interval '30 days'` },
      delete: { rows: `declined_at < now() - interval '30 days'` },
    },
  },
  'public.team_invitations': {
    key: 'id',
    app: {
      // Never the hash of the emailed token.
      select: {
        columns: [
          ...['id', 'manager_id', 'employee_id', 'manager_email', 'employee_email', 'sender_id', 'address'],
          ...['type', 'status', 'created_at', 'sent_at', 'expires_at', 'closed_at', 'resends', 'mail_id'],
          ...['email_state'],
        ],
        rows: 'sender_id = $1',
      },
    },
    jobs: {
      select: { columns: ['id', 'closed_at'], rows: closedInvitation },
      delete: { rows: closedInvitation },
    },
  },
  'public.logbook_invitations': {
    key: 'id',
    app: { select: { columns: 'all', rows: 'employee_id = $1' }, delete: { rows: 'employee_id = $1' } },
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
  // Written by events of the payment provider, through signed functions.
  'public.subscriptions': { key: 'id', app: { select: { columns: 'all', rows: own } } },
  'public.stripe_customers': { key: 'customer_id', app: { select: { columns: 'all', rows: own } } },
  'public.billing_events': {
    key: 'id',
    jobs: {
      select: { columns: ['id', 'received_at'], rows: `received_at < now() - interval '90 days'` },
      delete: { rows: `received_at < now() - interval '90 days'` },
    },
  },
  // Of visitors without an account. Read and changed by functions that take the hash of an emailed token.
  'public.tips_signups': {
    key: 'id',
    jobs: {
      select: { columns: ['id', 'address', 'sent', 'next_at', 'ends_at'], rows: 'true' },
      update: { columns: ['sent', 'next_at', 'ends_at'], rows: 'true' },
      delete: { rows: 'true' },
    },
  },
  // Read by functions only.
  'public.public_profiles': { key: 'slug' },
  'public.logbook_migrations': { key: 'name' },
  'app.viewer_secret': { key: 'value' },
  'app.password_key': { key: 'value' },
  'app.call_keys': { key: 'inner_key' },
  'app.request_jobs': { key: 'task' },
  'app.billing': { key: 'driver' },
};
