-- The only caller of `app.swap_primary`, with a proof of the password (R-A9). Also returns no row if the password was
-- changed in the meantime, or the session must confirm who uses it (R-Q2).
create or replace function app.make_primary(extra uuid, undo_hash bytea, life interval, asking uuid, proof bytea)
returns table (old_address text, new_address text, can_undo boolean)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Emails are locked before the user (app.pass_on_mail_state).
  perform app.lock_mails_of(app.viewer());
  perform app.lock_teams();
  if app.holds_password(app.viewer(), proof) and not app.needs_confirmation(asking) then
    return query select * from app.swap_primary(extra, undo_hash, life, asking);
  end if;
end
$$;

grant execute on function app.make_primary to {{app}};
