-- Calls `app.swap_primary` with a proof of the password (R-A9), or without one for an account that has none.
-- Also returns no row if the password was changed in the meantime, or the session must confirm who uses it (R-Q2).
create or replace function app.make_primary(extra uuid, undo_hash bytea, life interval, asking uuid, proof bytea)
returns table (old_address text, new_address text, can_undo boolean)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Emails are locked before the user (app.pass_on_mail_state).
  perform app.lock_mails_of(app.viewer());
  perform app.lock_teams();
  perform 1 from public.users u where u.id = app.viewer() for update;
  if (app.holds_password(app.viewer(), proof) or not app.has_password()) and not app.needs_confirmation(asking) then
    return query select * from app.swap_primary(extra, undo_hash, life, asking);
  end if;
end
$$;

grant execute on function app.make_primary to {{app}};
