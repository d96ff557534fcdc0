-- No one vouches for themselves (R-F2).
create or replace function app.stamp_vouch() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not app.can_vouch_for(new.user_id, new.reference_email) then
    raise check_violation using message = 'A vouch comes from someone else.';
  end if;
  return new;
end
$$;

create or replace trigger stamp before insert on vouches for each row execute function app.stamp_vouch();
