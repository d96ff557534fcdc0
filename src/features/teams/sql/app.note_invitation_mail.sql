-- The application emails the token of this link: anyone able to store the hash of a known token could prove any address.
create or replace function app.note_invitation_mail(
  invitation uuid, token_hash bytea, mail uuid, state text, life interval, signature bytea)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'note_invitation_mail', invitation::text, encode(token_hash, 'hex'), mail::text, state,
    extract(epoch from life)::bigint::text);
  perform unsigned.note_invitation_mail(invitation, token_hash, mail, state, life);
end
$$;

grant execute on function app.note_invitation_mail to {{app}};
