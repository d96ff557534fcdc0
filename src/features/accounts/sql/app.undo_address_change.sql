-- Restores an address as the primary one, by the link emailed to it when the address changed, the first passkey was
-- added, or a provider was connected. Someone else had the password, so the password, sessions, links, extra addresses, later undo
-- links, and passkeys and identities that were added since end, and a recovery link is stored for the address. Outcomes: undone, unknown (also if used),
-- expired.
create or replace function app.undo_address_change(undo_hash bytea, recovery_hash bytea, recovery_life interval)
returns table (outcome text, address text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  c public.address_changes;
begin
  select * into c from public.address_changes one where one.hash = undo_hash;
  -- Emails are locked before the user (app.pass_on_mail_state).
  perform app.lock_mails_of(c.user_id);
  perform app.lock_teams();
  perform 1 from public.users u where u.id = c.user_id for update;
  select * into c from public.address_changes one where one.hash = undo_hash;
  if c.hash is null or c.used_at is not null then
    outcome := 'unknown';
  elsif c.expires_at <= clock_timestamp() then
    outcome := 'expired';
  else
    outcome := 'undone';
    address := c.old_address;
    perform app.is_address_taken(c.old_address, c.user_id);
    update public.address_changes one set used_at = now()
    where one.user_id = c.user_id and one.created_at >= c.created_at;
    delete from public.user_emails e where e.user_id = c.user_id;
    perform app.leave_address(u.id, u.email) from public.users u
    where u.id = c.user_id and u.email <> c.old_address and u.email_verified_at is not null;
    perform app.take_back_address(c.user_id, c.old_address);
    update public.users u
    set email = c.old_address, email_verified_at = now(), password_salt = null, password_digest = null
    where u.id = c.user_id;
    perform app.note_primary_address(c.user_id, c.old_address);
    perform app.forget_methods_since(c.user_id, c.created_at);
    perform app.forget_identities_since(c.user_id, c.created_at);
    perform app.end_access(c.user_id);
    insert into public.recovery_tokens (hash, user_id, address, expires_at)
    values (recovery_hash, c.user_id, c.old_address, clock_timestamp() + recovery_life);
  end if;
  return next;
end
$$;

grant execute on function app.undo_address_change to {{app}};
