-- Expires up to 500 invitations whose link has expired, and returns their ids.
create or replace function app.expire_invitations() returns setof uuid
language sql volatile security definer set search_path = ''
as $$ select app.close_overdue_invitations(null) $$;

grant execute on function app.expire_invitations to {{jobs}};
