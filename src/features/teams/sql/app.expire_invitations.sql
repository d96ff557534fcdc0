-- Expires up to `most` invitations whose link has expired, and returns their ids.
create or replace function app.expire_invitations(most int) returns setof uuid
language sql volatile security definer set search_path = ''
as $$ select app.close_overdue_invitations(null, most) $$;

grant execute on function app.expire_invitations to {{jobs}};
