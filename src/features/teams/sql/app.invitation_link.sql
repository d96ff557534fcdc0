-- What an invitation link is for; no row if it does not work: it is unknown, has expired or was closed, or the relationship
-- that it led to has ended. `expires_at`: null until the email is sent, from when the link is valid. `sender_address`: the primary one, if it is verified. `for_me`: whether the viewer's account has
-- the invited address, verified or not, so that it can accept; null without a viewer.
create or replace function app.invitation_link(token_hash bytea)
returns table (
  type text, full_name text, sender_address text, address text, status text, expires_at timestamptz, for_me boolean)
language sql stable security definer set search_path = ''
as $$
  select i.type, p.full_name, case when u.email_verified_at is not null then u.email end, i.address, i.status,
    i.expires_at,
    case when app.viewer() is not null then app.viewer() <> i.sender_id and (
      exists (select from public.users v where v.id = app.viewer() and v.email = i.address)
      or exists (select from public.user_emails e where e.user_id = app.viewer() and e.email = i.address)) end
  from public.team_invitations i
    join public.users u on u.id = i.sender_id
    join public.profiles p on p.user_id = i.sender_id
  where i.token_hash = invitation_link.token_hash
    and (i.status = 'pending' and not i.is_void and (i.expires_at > clock_timestamp() or i.email_state in ('held', 'waiting'))
      or i.status = 'accepted' and app.are_connected(i.sender_id, app.owner_of_address(i.address)))
$$;

grant execute on function app.invitation_link to {{app}};
