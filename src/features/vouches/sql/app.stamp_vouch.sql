-- No one vouches for themselves (R-F2). The link is valid from when its email is sent (app.pass_on_mail_state).
create or replace function app.stamp_vouch() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not app.can_vouch_for(new.user_id, new.reference_email) then
    raise check_violation using message = 'A vouch comes from someone else.';
  end if;
  new.expires_at := coalesce(new.expires_at, now() + {{vouch_link_life}});
  return new;
end
$$;

create or replace trigger stamp before insert on vouches for each row execute function app.stamp_vouch();
