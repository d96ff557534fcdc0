-- A request that the viewer declined, in the columns of app.team_members_view, if the viewer's own invitation has since
-- opened the relationship again, which then shows that invitation.
create or replace function app.declined_request(invitation uuid)
returns table (
  relationship_id uuid, status text, manager_id uuid, employee_id uuid, employee_name text, manager_name text,
  relationship_created_at timestamptz, requested_by_me boolean, accepted_at timestamptz,
  asked_by uuid, sender_address text)
language sql stable security definer set search_path = ''
as $$
  select i.id, 'declined', r.manager_id, r.employee_id, e.full_name, m.full_name, i.created_at::timestamptz, false,
    null::timestamptz, i.sender_id, i.sender_email
  from public.team_invitations i
    join public.team_relationships r
      on r.manager_id = coalesce(i.manager_id, app.viewer()) and r.employee_id = coalesce(i.employee_id, app.viewer())
    join public.profiles m on m.user_id = r.manager_id
    join public.profiles e on e.user_id = r.employee_id
  where i.id = invitation and i.status = 'declined' and i.sender_id <> app.viewer()
    and i.address = any (app.verified_addresses_of(app.viewer()))
    and r.id <> i.id and r.requested_by = app.viewer()
$$;

grant execute on function app.declined_request to {{app}};
