-- Adds an extra address for the viewer. Outcomes: added, too many, taken (the id).
create or replace function app.add_address(id uuid, address text, most int) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
begin
  -- Serialized, so that the count is exact.
  perform 1 from public.users u where u.id = person for no key update;
  if not found or app.by_token() then
    raise exception 'an address is added by a person with a session';
  elsif (select count(*) from public.user_emails e where e.user_id = person) >= most then
    return 'too many';
  end if;
  insert into public.user_emails (id, user_id, email) values (add_address.id, person, address)
  on conflict do nothing;
  return case when found then 'added' else 'taken' end;
end
$$;

grant execute on function app.add_address to {{app}};
