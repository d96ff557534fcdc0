-- Confirms a session of the viewer by an identity of theirs, for which the provider has just asked again, and has said so.
create or replace function app.confirm_by_identity(asking uuid, issuer text, subject text, signature bytea) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'confirm_by_identity', asking::text, issuer, subject);
  -- The user is locked before the identity, as by a request that disconnects it.
  perform 1 from public.users u where u.id = app.viewer() for share;
  update public.provider_identities i set tells_time = true
  where i.issuer = confirm_by_identity.issuer and i.subject = confirm_by_identity.subject and i.user_id = app.viewer();
  return found and app.confirm_session(asking);
end
$$;

grant execute on function app.confirm_by_identity to {{app}};
