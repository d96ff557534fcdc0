-- A check-in for the manager that it is shared with, who may have no account (R-G1). No row if it is deleted, or no
-- longer shared with the mailbox of this address. The application has opened the token of the link, which names both.
create or replace function app.shared_snapshot(check_in uuid, manager text, signature bytea)
returns table (full_name text, address text, content text, emoji text, created_at timestamptz, time_zone text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'shared_snapshot', check_in::text, manager);
  return query
    select p.full_name, case when u.email_verified_at is not null then u.email end,
      c.content, c.emoji, c.created_at::timestamptz, p.time_zone
    from public.check_ins c
      join public.users u on u.id = c.user_id
      join public.profiles p on p.user_id = c.user_id
    where c.id = check_in and app.mailbox(c.manager_email) = app.mailbox(manager) and c.deleted_at is null;
end
$$;

grant execute on function app.shared_snapshot to {{app}};
