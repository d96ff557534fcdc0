-- Verifies an address of the viewer by an emailed link, and releases the emails that waited for the primary one.
-- Outcomes: verified, unknown, expired, replaced, taken (by another user in the meantime), another account (then with
-- that account's address). Using a link again with the same account succeeds without effect.
create or replace function app.use_verification(token_hash bytea)
returns table (outcome text, address text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  t public.verification_tokens;
  person uuid := app.viewer();
begin
  -- Emails are locked before the user (app.pass_on_mail_state).
  perform app.lock_mails_of(person);
  perform app.lock_teams();
  -- Locks the user before the link, in the same order as everywhere.
  perform 1 from public.users u where u.id = person for no key update;
  select * into t from public.verification_tokens v where v.hash = token_hash for update;
  address := t.address;
  if t.hash is null or person is null then
    outcome := 'unknown';
  elsif t.user_id <> person then
    outcome := 'another account';
  elsif t.used_at is not null then
    outcome := 'verified';
  elsif t.replaced_at is not null then
    outcome := 'replaced';
  elsif t.expires_at <= clock_timestamp() then
    outcome := 'expired';
  else
    outcome := app.prove_address(person, t.address);
    if outcome = 'verified' then
      update public.verification_tokens v set used_at = now() where v.hash = token_hash;
    end if;
  end if;
  return next;
end
$$;

grant execute on function app.use_verification to {{app}};
