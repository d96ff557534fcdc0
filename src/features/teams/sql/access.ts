import type { Functions, Tables } from '#platform/database/sql-access.ts';

const closedInvitation = `status in ('declined', 'expired', 'withdrawn') and closed_at < now() - interval '30 days'`;

export const tables: Tables = {
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
};

export const functions: Functions = {
  accept_invitation: { app: 'token' },
  access_of: {},
  announce_own_access: {},
  announce_shared_entry: {},
  announce_team: {},
  announce_team_access: {},
  announce_team_goals: {},
  announce_team_member: {},
  answer_relationship: { app: 'viewer' },
  are_connected: {},
  ask_manager: { app: 'viewer' },
  close_overdue_invitations: {},
  connect: {},
  declined_request: { app: 'viewer' },
  declined_until: { app: 'viewer' },
  end_invitations_to: {},
  end_relationship: { app: 'viewer' },
  expire_invitations: { jobs: true },
  follow_verification: {},
  forget_first_holder__teams: {},
  invitation_refusal: { app: 'viewer' },
  invitation_link: { app: 'token' },
  invitation_mail: { jobs: true },
  invitations_between: {},
  invitations_kept_since: { jobs: true },
  invite: { app: 'viewer' },
  is_connected: {},
  is_invited: { app: 'signature' },
  known_address: {},
  knows_address: {},
  leave_address__teams: {},
  leave_invitations: {},
  lock_teams: {},
  manager_access: { app: 'viewer' },
  member_counts: { app: 'viewer' },
  member_entries: { app: 'viewer' },
  member_goals: { app: 'viewer' },
  member_shoutouts: { app: 'viewer' },
  note_invitation_mail: { app: 'signature' },
  open_invitations: {},
  pass_on_mail_state__teams: {},
  sees_entry: {},
  take_back_address__teams: {},
  team_cards: { app: 'viewer' },
  team_members_view: { app: 'viewer' },
  things_waiting__teams: {},
  visit_member: { app: 'viewer' },
  void_invitations: {},
  withdraw_invitation: { app: 'viewer' },
};
