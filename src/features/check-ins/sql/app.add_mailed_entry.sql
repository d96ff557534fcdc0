-- Adds an entry that its user wrote by email, without a session (R-N2). The application has established who wrote it.
-- The id is computed from what is added, so adding it again changes nothing.
create or replace function app.add_mailed_entry(
  id uuid, person uuid, content text, emoji text, search_text text, signature bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'add_mailed_entry', add_mailed_entry.id::text, person::text, add_mailed_entry.content);
  insert into public.check_ins (id, user_id, kind, content, emoji, missing_files, search_text, source)
  select add_mailed_entry.id, u.id, 'entry', add_mailed_entry.content, add_mailed_entry.emoji, '[]',
    add_mailed_entry.search_text, 'email'
  from public.users u where u.id = person
  on conflict on constraint check_ins_pkey do nothing;
end
$$;

grant execute on function app.add_mailed_entry to {{app}};
