-- An entry that comes by an API token or by email says so (R-N2). The name is that of the token at the time.
create or replace function app.mark_source() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  token record;
begin
  select t.source, t.name into token from public.api_tokens t
  where t.id = app.viewer_token() and t.user_id = new.user_id;
  new.source := coalesce(new.source, nullif(substr(current_setting('app.viewer', true), 137), ''), token.source);
  new.source_name := token.name;
  return new;
end
$$;

-- Entries of sessions cost only the condition.
create or replace trigger mark_source before insert on check_ins for each row
  when (length(current_setting('app.viewer', true)) > 100) execute function app.mark_source();
