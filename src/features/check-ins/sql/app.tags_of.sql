-- The tags of an entry's search text, which ends with ` #tag` for each of them. A lone # is followed by a space.
create or replace function app.tags_of(search_text text) returns setof text
language sql immutable strict parallel safe
as $$
  select substr(word, 2) from string_to_table(search_text, ' ') word where word like '#_%'
$$;

grant execute on function app.tags_of to {{app}};
