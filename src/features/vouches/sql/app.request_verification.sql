-- Only the application may cause an email to a reference.
create or replace function app.request_verification(
  public_vouch uuid, name text, email text, message text, gap interval, signature bytea)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'request_verification', public_vouch::text, name, email, message, extract(epoch from gap)::bigint::text);
  perform unsigned.request_verification(public_vouch, name, email, message, gap);
end
$$;

grant execute on function app.request_verification to {{app}};
