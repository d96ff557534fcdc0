-- The numbers of the product are parameters of these functions now, or placeholders in them, and come from the contract.
drop function if exists app.ask_manager(text, int);
drop function if exists app.declined_until(text, text);
drop function if exists app.invitation_fault(text, text, int);
drop function if exists app.invite(uuid, text, text, int);
drop function if exists app.close_overdue_invitations(uuid);
drop function if exists app.expire_invitations();
drop function if exists app.note_invitation_mail(uuid, bytea, uuid, text, bytea);
drop function if exists unsigned.note_invitation_mail(uuid, bytea, uuid, text);
drop function if exists app.team_members_view();
drop function if exists app.visit_member(uuid);
drop function if exists app.note_vouch_token(uuid, bytea, uuid, int, bytea);
drop function if exists unsigned.note_vouch_token(uuid, bytea, uuid, int);
drop function if exists app.withdraw_vouch(uuid, boolean);
drop function if exists app.expire_vouches();
drop function if exists app.request_verification(uuid, text, text, text, bytea);
drop function if exists unsigned.request_verification(uuid, text, text, text);
drop function if exists app.rotate_session(bytea, bytea, interval, bytea, interval);
drop function if exists app.recent_mail_about(uuid, text);
drop function if exists app.release_waiting_mails();
drop function if exists app.take_slug(text);
drop function if exists app.request_tips(uuid, text, bytea, interval);

-- app.stamp_vouch sets it.
alter table vouches alter expires_at drop default;

alter table vouches drop constraint vouches_resends_check, add check (resends >= 0);
alter table team_invitations drop constraint team_invitations_resends_check, add check (resends >= 0);
alter table shoutouts drop constraint shoutouts_excerpt_check, add check (length(excerpt) >= 1);

-- How long deleted and closed rows are kept also comes from the contract. Declared for the policies; their files replace
-- the bodies.
create function app.check_ins_kept_since() returns timestamptz language sql stable as $$ select '-infinity'::timestamptz $$;
create function app.goals_kept_since() returns timestamptz language sql stable as $$ select '-infinity'::timestamptz $$;
create function app.resumes_kept_since() returns timestamptz language sql stable as $$ select '-infinity'::timestamptz $$;
create function app.vouches_kept_since() returns timestamptz language sql stable as $$ select '-infinity'::timestamptz $$;
create function app.billing_events_kept_since() returns timestamptz language sql stable as $$ select '-infinity'::timestamptz $$;
create function app.invitations_kept_since() returns timestamptz language sql stable as $$ select '-infinity'::timestamptz $$;
create function app.former_mailboxes_kept_since() returns timestamptz language sql stable as $$ select '-infinity'::timestamptz $$;
create function app.spent_tokens_kept_since() returns timestamptz language sql stable as $$ select '-infinity'::timestamptz $$;
alter policy purge_check_ins on check_ins using (deleted_at < app.check_ins_kept_since());
alter policy purge_goals on goals using (deleted_at < app.goals_kept_since());
alter policy purge_resumes on resumes using (deleted_at < app.resumes_kept_since());
alter policy purge_vouches on vouches using (deleted_at < app.vouches_kept_since());
alter policy purge_vouch_files on vouch_files using (deleted_at < app.vouches_kept_since());
alter policy purge_billing_events on billing_events using (received_at < app.billing_events_kept_since());
alter policy purge_team_relationships on team_relationships using (declined_at < app.invitations_kept_since());
alter policy purge_team_invitations on team_invitations using (status in ('declined', 'expired', 'withdrawn') and closed_at < app.invitations_kept_since());
alter policy sweep_former_mailboxes on former_mailboxes using (left_at < app.former_mailboxes_kept_since());
alter policy sweep_spent_refresh_tokens on spent_refresh_tokens using (spent_at < app.spent_tokens_kept_since());
