-- The relationships that the viewer sees, with both names, newest first: up to `most` accepted, and `most_requests`
-- pending and as many declined ones. What the viewer asked for is listed once it is accepted. `sender_address`: the verified primary address of who asks
-- the viewer, as in the invitation's email; null once it is accepted.
create or replace function app.team_members_view(most int, most_requests int)
returns table (
  relationship_id uuid, status text, manager_id uuid, employee_id uuid, employee_name text, manager_name text,
  relationship_created_at timestamptz, requested_by_me boolean, accepted_at timestamptz,
  asked_by uuid, sender_address text)
language sql stable security definer set search_path = ''
as $$
  with own as (
    select r.*, row_number() over (partition by r.status order by r.created_at desc, r.id desc) as place
    from public.team_relationships r
    where (r.manager_id = app.viewer() or r.employee_id = app.viewer())
      and (r.status = 'accepted' or r.requested_by <> app.viewer()) and not r.has_ended)
  select r.id, r.status, r.manager_id, r.employee_id, e.full_name, m.full_name, r.created_at,
    r.requested_by = app.viewer(), r.accepted_at, r.requested_by, s.email
  from own r
    join public.profiles m on m.user_id = r.manager_id
    join public.profiles e on e.user_id = r.employee_id
    left join public.users s
      on s.id = r.requested_by and r.status <> 'accepted' and s.email_verified_at is not null
  where r.place <= case r.status when 'accepted' then most else most_requests end
  order by r.created_at desc, r.id desc
$$;

grant execute on function app.team_members_view to {{app}};
