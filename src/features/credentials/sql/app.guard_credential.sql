-- What is issued never changes (R-P2).
create or replace function app.guard_credential() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise check_violation using message = 'A credential that was issued never changes.';
end
$$;

create or replace trigger guard before update on credentials
  for each row when (old.credential_json is not null) execute function app.guard_credential();
