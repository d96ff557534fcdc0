-- app.make_primary where passwords open no accounts, which only the application knows: a fresh session takes the place of the
-- password, which its owner may have forgotten and could not reset (R-A9). Returns no row if the session is not fresh.
create or replace function app.make_primary_by_session(
  extra uuid, undo_hash bytea, life interval, asking uuid, signature bytea)
returns table (old_address text, new_address text, can_undo boolean)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'make_primary_by_session', extra::text, asking::text);
  -- Emails are locked before the user (app.pass_on_mail_state).
  perform app.lock_mails_of(app.viewer());
  perform app.lock_teams();
  perform 1 from public.users u where u.id = app.viewer() for update;
  if app.is_fresh(asking) then
    return query select * from app.swap_primary(extra, undo_hash, life, asking);
  end if;
end
$$;

grant execute on function app.make_primary_by_session to {{app}};
