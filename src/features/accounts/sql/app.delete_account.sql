-- Deletes the viewer's account, if app.may_delete_account allows it. Outcomes: deleted, or those of that function.
create or replace function app.delete_account(asking uuid, proof bytea) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  permission text := app.may_delete_account(asking, proof);
begin
  if permission <> 'allowed' then
    return permission;
  end if;
  return case when app.remove_account() then 'deleted' else 'gone' end;
end
$$;

grant execute on function app.delete_account to {{app}};
