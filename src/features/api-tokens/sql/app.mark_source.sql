-- An entry that comes by an API token says so (R-N2). The name is that of the token at the time.
create or replace function app.mark_source() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select coalesce(new.source, nullif(substr(current_setting('app.viewer', true), 137), ''), t.source), t.name into new.source, new.source_name
  from public.api_tokens t where t.id = app.viewer_token();
  return new;
end
$$;

-- Entries of sessions cost only the condition.
create or replace trigger mark_source before insert on check_ins for each row
  when (length(current_setting('app.viewer', true)) > 100) execute function app.mark_source();
