-- Replaces the viewer's recovery codes. Outcomes: renewed, confirmation needed, none needed (the password alone opens the
-- account).
create or replace function app.renew_recovery_codes(asking uuid, code_hashes bytea[], signature bytea) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
begin
  perform app.require_signature(signature, 'renew_recovery_codes', asking::text);
  perform 1 from public.users u where u.id = person for update;
  if not app.is_fresh(asking) then
    return 'confirmation needed';
  elsif not app.has_second_factor(person) then
    return 'none needed';
  end if;
  perform app.store_recovery_codes(person, code_hashes);
  return 'renewed';
end
$$;

grant execute on function app.renew_recovery_codes to {{app}};
