-- When the invited user declined: for 7 days, the sender cannot invite the address again, also not after taking the
-- declined invitation off the list.
alter table team_invitations add column declined_at timestamptz(3);
update team_invitations set declined_at = closed_at where status = 'declined';

-- app.connect and app.answer_relationship close invitations themselves, each by its own rule.
drop function if exists app.close_invitations;
