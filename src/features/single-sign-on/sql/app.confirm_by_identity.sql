-- Confirms a session of the viewer by an identity of theirs, for which the provider has just asked again.
create or replace function app.confirm_by_identity(asking uuid, issuer text, subject text, signature bytea) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'confirm_by_identity', asking::text, issuer, subject);
  return exists (
      select 1 from public.provider_identities i
      where i.issuer = confirm_by_identity.issuer and i.subject = confirm_by_identity.subject
        and i.user_id = app.viewer())
    and app.confirm_session(asking);
end
$$;

grant execute on function app.confirm_by_identity to {{app}};
