-- How many records of this kind the viewer has imported.
create or replace function app.count_imported_records(kind text) returns int
language sql stable set search_path = ''
as $$
  select count(*)::int from public.imported_records r
  where r.user_id = (select app.viewer()) and r.kind = count_imported_records.kind;
$$;

grant execute on function app.count_imported_records to {{app}};
