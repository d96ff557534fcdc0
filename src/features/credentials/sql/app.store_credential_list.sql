-- Stores the signed form of a list. Of two processes that sign at the same time, the last one wins: if the other one knew
-- more, the next reader finds that the list has changed.
create or replace function app.store_credential_list(
  list uuid, document text, digest bytea, key text, signature bytea)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'store_credential_list', list::text, encode(sha256(convert_to(document, 'UTF8')), 'hex'),
    encode(digest, 'hex'), key);
  update public.credential_lists l
  set signed_json = document, signed_digest = digest, key_id = key, signed_at = clock_timestamp()
  where l.id = list;
end
$$;

grant execute on function app.store_credential_list to {{app}};
