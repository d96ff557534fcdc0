-- Whether a user with a verified address has invited this one, and the invitation is still open: with closed sign-ups, it
-- may open an account.
create or replace function app.is_invited(address text, signature bytea) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'is_invited', address);
  return exists (
    select from public.team_invitations i
      join public.users u on u.id = i.sender_id and u.email_verified_at is not null
    where i.address = is_invited.address and i.status = 'pending' and not i.is_void
      and coalesce(i.expires_at, 'infinity') > clock_timestamp());
end
$$;

grant execute on function app.is_invited to {{app}};
