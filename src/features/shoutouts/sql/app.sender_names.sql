-- The names of those of these users who wrote to the viewer, or are the viewer's manager or employee (R-D4).
create or replace function app.sender_names(sender_ids uuid[]) returns table (user_id uuid, full_name text)
language sql stable security definer set search_path = ''
as $$
  select p.user_id, p.full_name from public.profiles p
  where p.user_id = any (sender_ids) and (
    exists (
      select 1 from public.shoutouts s
      where s.sender_id = p.user_id and s.recipient_email = any (app.verified_addresses())
        and not s.held and not s.recipient_deleted)
    or app.are_connected(p.user_id, app.viewer()))
$$;

grant execute on function app.sender_names to {{app}};
