-- Notes the sender's address in the invitations from the user, and opens a relationship for each pending invitation
-- from or to the user whose sender is verified and whose address belongs to a verified account (R-E2), which can accept
-- or decline it. If two users have invited each other, one invitation waits until the other is declined. Otherwise, a
-- relationship that was declined or ended is only replaced by a newer invitation.
create or replace function app.open_invitations(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.lock_teams();
  update public.team_invitations i set sender_email = u.email
  from public.users u
  where u.id = person and u.email_verified_at is not null
    and i.sender_id = person and i.status = 'pending' and i.sender_email is null;
  insert into public.team_relationships (id, manager_id, employee_id, status, requested_by, created_at)
  select distinct on (found.manager_id, found.employee_id)
    found.id, found.manager_id, found.employee_id, 'pending', found.sender_id, found.created_at
  from (
    select i.id, i.sender_id, i.created_at, coalesce(i.manager_id, o.invited) as manager_id,
      coalesce(i.employee_id, o.invited) as employee_id
    from public.team_invitations i
      join public.users s on s.id = i.sender_id and s.email_verified_at is not null
      cross join lateral (select app.owner_of_address(i.address) as invited) o
    where i.status = 'pending' and not i.is_void and o.invited <> i.sender_id
      and (i.sender_id = person or i.address = any (app.verified_addresses_of(person)))) found
    left join public.team_relationships r using (manager_id, employee_id)
  where r.id is null
    or r.status = 'declined'
      and (found.created_at > r.declined_at or found.sender_id <> r.requested_by and not r.has_ended)
  order by found.manager_id, found.employee_id, found.created_at desc, found.id desc
  on conflict (manager_id, employee_id) do update
  set id = excluded.id, status = 'pending', requested_by = excluded.requested_by, created_at = excluded.created_at,
      declined_at = null, has_ended = false, looked_at = null;
end
$$;
