-- Notes with an email which entry it is about (app.recent_mail_about). The transaction that sets it has just posted the
-- email. An earlier email, which another transaction may have locked, already has its entry.
create or replace function app.note_manager_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.note_mail_about(new.manager_mail_id, new.user_id, new.id);
  return null;
end
$$;

create or replace trigger note_manager_mail after update of manager_mail_id on check_ins for each row
  when (new.manager_mail_id is distinct from old.manager_mail_id) execute function app.note_manager_mail();
