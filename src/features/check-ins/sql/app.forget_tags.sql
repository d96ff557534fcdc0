-- Fires after the user's entries are deleted, when no transaction can change the user's counts anymore.
create or replace function app.forget_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.tag_changes c where c.user_id = old.id;
  delete from public.tag_counts t where t.user_id = old.id;
  return null;
end
$$;

create or replace trigger forget_tags after delete on users for each row execute function app.forget_tags();
