-- The application emails the token of this link: anyone able to store the hash of a known token could verify any
-- address.
create or replace function app.note_verification(token_hash bytea, life interval, extra uuid, signature bytea)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'note_verification', encode(token_hash, 'hex'), extract(epoch from life)::bigint::text, extra::text);
  return unsigned.note_verification(token_hash, life, extra);
end
$$;

grant execute on function app.note_verification to {{app}};
