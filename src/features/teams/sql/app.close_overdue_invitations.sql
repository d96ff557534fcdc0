-- Expires up to `most` (null: all) invitations whose link has expired, of this sender or of all (null), together with
-- what they opened.
-- One whose email still waits is not overdue: its link is valid from when the email is sent. Returns their ids.
create or replace function app.close_overdue_invitations(sender uuid, most int) returns setof uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  closed uuid[];
begin
  perform app.lock_teams();
  with overdue as (
    select i.id from public.team_invitations i
    where i.status = 'pending' and i.expires_at <= clock_timestamp()
      and coalesce(i.email_state, '') not in ('held', 'waiting')
      and (close_overdue_invitations.sender is null or i.sender_id = close_overdue_invitations.sender)
    order by i.id limit most),
  ended as (
    update public.team_invitations i set status = 'expired', closed_at = clock_timestamp()
    from overdue where i.id = overdue.id returning i.id)
  select array_agg(ended.id) into closed from ended;
  delete from public.team_relationships r where r.id = any (closed) and r.status = 'pending';
  -- The two may have another invitation.
  perform app.open_invitations(s.sender_id)
  from (select distinct i.sender_id from public.team_invitations i where i.id = any (closed)) s;
  return query select unnest(closed);
end
$$;
