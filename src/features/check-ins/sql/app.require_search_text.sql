-- Refuses new content without its search text, which only the application can make (docs/decisions/0023). Comparing
-- the texts is not enough, because the one of "hello" also fits "Hello". Only `update of` triggers know which columns a
-- statement sets, so the first one marks the row for the second.
create or replace function app.require_search_text() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_argv[0] = 'given' then
    new.changed_at := null;
    return new;
  end if;
  raise not_null_violation using message = 'check_ins.content changes only together with search_text.';
end
$$;

-- Triggers fire in the order of their names: `stamp` is the last and sets changed_at.
create or replace trigger search_text_1_given before update of search_text on check_ins
  for each row execute function app.require_search_text('given');
create or replace trigger search_text_2_missing before update of content on check_ins
  for each row when (new.content <> old.content and new.changed_at is not null)
  execute function app.require_search_text();
