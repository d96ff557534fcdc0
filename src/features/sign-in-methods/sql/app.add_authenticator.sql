-- Adds an authenticator app of the viewer, whose first code the application has checked. As the first second factor, it
-- comes with recovery codes and a link that undoes it, like the first passkey (app.add_passkey). Outcomes: added, first
-- added, repeated (this one is there already), known (another one is), confirmation needed.
create or replace function app.add_authenticator(
  asking uuid, id uuid, sealed bytea, step bigint, code_hashes bytea[], undo_hash bytea, undo_life interval,
  signature bytea)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  existing uuid;
  is_first boolean;
begin
  perform app.require_signature(
    signature, 'add_authenticator', asking::text, add_authenticator.id::text, encode(sealed, 'hex'), step::text);
  perform 1 from public.users u where u.id = person for update;
  select a.id into existing from public.authenticator_apps a where a.user_id = person;
  if existing = add_authenticator.id then
    return 'repeated';
  elsif not app.is_fresh(asking) then
    return 'confirmation needed';
  elsif existing is not null then
    return 'known';
  end if;
  is_first := not app.has_second_factor(person);
  insert into public.authenticator_apps (id, user_id, sealed_secret, last_step, created_at)
  values (add_authenticator.id, person, sealed, step, clock_timestamp());
  if is_first then
    perform app.note_first_factor(person, asking, code_hashes, undo_hash, undo_life);
  end if;
  return case when is_first then 'first added' else 'added' end;
end
$$;

grant execute on function app.add_authenticator to {{app}};
