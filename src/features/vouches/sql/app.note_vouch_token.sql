-- The application emails the token of this link: anyone able to store the hash of a known token could verify their own
-- vouch.
create or replace function app.note_vouch_token(
  vouch uuid, token_hash bytea, mail uuid, gap int, most int, life interval, signature bytea)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'note_vouch_token', vouch::text, encode(token_hash, 'hex'), mail::text, gap::text, most::text,
    extract(epoch from life)::bigint::text);
  return unsigned.note_vouch_token(vouch, token_hash, mail, gap, most, life);
end
$$;

grant execute on function app.note_vouch_token to {{app}};
