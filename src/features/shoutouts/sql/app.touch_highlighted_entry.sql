-- An entry shows the shoutout about it, so it changes when the shoutout's email does.
create or replace function app.touch_highlighted_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.note_shoutout(new.check_in_id, new.sender_id);
  return null;
end
$$;

create or replace trigger touch_entry after update on shoutouts for each row
  when (new.check_in_id is not null and (new.held, new.email_state) is distinct from (old.held, old.email_state))
  execute function app.touch_highlighted_entry();
