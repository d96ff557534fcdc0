-- Creates an account without a password for an identity that no account has, and its first session. Returns when the access
-- token ends, or null if the address is taken: that account is not touched (R-Q1). Only the application knows whether the
-- provider's people may have accounts, and whether it has verified the address.
create or replace function app.create_account_by_identity(
  id uuid, address text, full_name text, verified boolean, identity uuid, issuer text, subject text, label text, sid text,
  proved timestamptz, session app.new_session, signature bytea)
returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'create_account_by_identity', create_account_by_identity.id::text, address, verified::text, issuer, subject);
  -- Before the lock of the address: a verified one opens the invitations to it.
  perform app.lock_teams();
  if not app.add_account(
    create_account_by_identity.id, address, null, null, create_account_by_identity.full_name, session.time_zone, verified)
  then
    return null;
  end if;
  insert into public.provider_identities (id, user_id, issuer, subject, label)
  values (identity, create_account_by_identity.id, create_account_by_identity.issuer, create_account_by_identity.subject,
    create_account_by_identity.label);
  return app.begin_provider_session(identity, label, sid, proved, session);
end
$$;

grant execute on function app.create_account_by_identity to {{app}};
