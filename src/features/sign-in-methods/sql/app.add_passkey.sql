-- Adds a passkey of the viewer, whose creation the application has checked. The first one comes with recovery codes, and
-- what other sessions have proved no longer counts: until then, the password alone was enough (R-Q2). So it may be from
-- someone else who knew the password: the link with `undo_hash`, emailed to a verified address, undoes it like a change of the
-- address (R-A9). Outcomes: added, first added, repeated (the viewer has added it before), confirmation needed,
-- too many, spent (the challenge), known (the passkey belongs to another user).
create or replace function app.add_passkey(
  asking uuid, id uuid, credential bytea, key bytea, counter bigint, transports text[], host text, name text,
  multi_device boolean, copied boolean, agent text, challenge bytea, challenge_ends timestamptz, code_hashes bytea[],
  most int, undo_hash bytea, undo_life interval, signature bytea)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  owner uuid;
  is_first boolean;
begin
  perform app.require_signature(
    signature, 'add_passkey', asking::text, encode(credential, 'hex'), encode(key, 'hex'), encode(challenge, 'hex'));
  perform 1 from public.users u where u.id = person for update;
  select p.user_id into owner from public.passkeys p where p.credential_id = credential;
  if owner = person then
    return 'repeated';
  elsif owner is not null then
    return 'known';
  elsif not app.is_fresh(asking) then
    return 'confirmation needed';
  elsif (select count(*) from public.passkeys p where p.user_id = person) >= most then
    return 'too many';
  elsif not app.spend_challenge(challenge, challenge_ends) then
    return 'spent';
  end if;
  is_first := not app.has_second_factor(person);
  insert into public.passkeys
    (id, user_id, credential_id, public_key, sign_count, transports, rp_id, name, multi_device, backed_up, user_agent,
     created_at)
  values (add_passkey.id, person, credential, key, counter, add_passkey.transports, host, add_passkey.name,
    add_passkey.multi_device, copied, agent, clock_timestamp())
  on conflict do nothing;
  if not found then
    -- Another user has added it at the same time.
    return 'known';
  end if;
  if is_first then
    perform app.note_first_factor(person, asking, code_hashes, undo_hash, undo_life);
  end if;
  return case when is_first then 'first added' else 'added' end;
end
$$;

grant execute on function app.add_passkey to {{app}};
