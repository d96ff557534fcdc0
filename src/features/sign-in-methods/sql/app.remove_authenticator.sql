-- Removes the viewer's authenticator app. It is never the last way to sign in: it needs the password (R-Q3). Outcomes: removed, not
-- found, confirmation needed.
create or replace function app.remove_authenticator(asking uuid, signature bytea) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
begin
  perform app.require_signature(signature, 'remove_authenticator', asking::text);
  perform 1 from public.users u where u.id = person for update;
  if not exists (select 1 from public.authenticator_apps a where a.user_id = person) then
    return 'not found';
  elsif not app.is_fresh(asking) then
    return 'confirmation needed';
  end if;
  delete from public.authenticator_apps a where a.user_id = person;
  perform app.note_removed_factor(person);
  return 'removed';
end
$$;

grant execute on function app.remove_authenticator to {{app}};
