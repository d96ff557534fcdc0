-- Search in the viewer's own entries (R-B3).

-- Lowercase of any script, the same on every PostgreSQL: the database's locale may cover only ASCII.
do $do$
declare
  known text;
begin
  select quote_ident(collname) into known from pg_collation
  where collnamespace = 'pg_catalog'::regnamespace and collname in ('pg_c_utf8', 'und-x-icu', 'default')
  order by array_position(array['pg_c_utf8', 'und-x-icu', 'default'], collname::text)
  limit 1;
  execute format(
    $create$
    create function app.lower_case(words text) returns text
    language plpgsql immutable strict parallel safe set search_path = ''
    as 'begin return replace(lower(words collate pg_catalog.%s), ''ς'', ''σ''); end'
    $create$,
    known);
end
$do$;

-- Unicode ranges of word separators, invisible characters, and characters that are not letters. The functions have no
-- settings, so that the planner inlines the constant and a call costs nothing.
create function app.space() returns text language sql immutable parallel safe as $$
  select '\u0009-\u000d\u0020\u0080-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000'
$$;
create function app.silent() returns text language sql immutable parallel safe as $$
  select '\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff'
$$;
create function app.signs() returns text language sql immutable parallel safe as $$
  select '\u0021-\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u007e\u00a1-\u00a9\u00ab-\u00b4\u00b6-\u00b9'
    || '\u00bb-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4'
    || '\u060c\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f\u10fb'
    || '\u1360-\u1368\u17d4-\u17d6\u17d8-\u17db\u2010-\u2027\u2030-\u205e\u207a-\u207e\u208a-\u208e'
    || '\u20a0-\u20cf\u2116\u2117\u2120\u2122\u2190-\u2bff\u2e00-\u2e7f\u3001-\u3004\u3008-\u3020\u3030'
    || '\u3036\u3037\u303d-\u303f\u30a0\u30fb\u3200-\u33ff\ufd3e\ufd3f\ufe10-\ufe19\ufe30-\ufe6f'
    || '\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3e\uff40\uff5b-\uff65\uffe0-\uffee\ufffc\ufffd'
    || '\U0001f000-\U0001fbef'
$$;

-- The words of a text in the form in which they are compared. Same as `fold` in src/features/check-ins/search-rules.ts,
-- whose tests compare both. ASCII, the most common case, takes a fast path.
create function app.fold(words text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  space constant text := app.space();
  silent constant text := app.silent();
  signs constant text := app.signs();
  marks constant text := '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640'
    || '\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff'
    || '\u20d0-\u20ff\ufe20-\ufe2f';
  unspaced constant text := '\u0e01-\u0e3a\u0e40-\u0e4e\u0e80-\u0eff\u1000-\u1049\u1050-\u109f\u1780-\u17d3\u3005-\u3007'
    || '\u3021-\u3029\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf'
    || '\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff';
  folded text collate "C" := words;
begin
  if octet_length(words) = length(words) then
    folded := lower(folded);
  else
    folded := regexp_replace(normalize(folded, nfkd), '[' || silent || marks || ']', '', 'g');
    folded := translate(app.lower_case(folded), 'øłđħŧı‘’“”', 'oldhti''''""');
    folded := replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  end if;
  folded := regexp_replace(folded, '([' || signs || '_' || unspaced || '])', ' \1 ', 'g');
  return regexp_replace(' ' || folded || ' ', '[' || space || ']+', ' ', 'g');
end
$$;

-- The #tags of a text, each as ` #tag` with the key that `tagKey` in tag-rules.ts, next to it, returns.
create function app.tags_in(words text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  space constant text := app.space();
  letter constant text := '[^' || space || app.silent() || app.signs() || ']';
  tag constant text :=
    '(?<!' || letter || '|[&/#])#(' || letter || '(?:(?:' || letter || '|-)*' || letter || ')?)';
  address constant text := '(?<![A-Za-z0-9_])[hH][tT][tT][pP][sS]?://[^<>"''`' || space || ']+';
  plain text collate "C" := words;
  found text;
begin
  if strpos(plain, '#') = 0 then
    return '';
  end if;
  select string_agg(distinct ' #' || regexp_replace(
      normalize(app.lower_case(normalize(m[1], nfkd)), nfkc), '[' || space || ']', '', 'g'), '')
  into found
  from regexp_matches(regexp_replace(plain, address, ' ', 'g'), tag, 'g') m
  where length(m[1]) <= 50 and m[1] ~ '[^0-9_-]';
  return coalesce(found, '');
end
$$;

revoke all on function app.lower_case, app.space, app.silent, app.signs, app.fold, app.tags_in from public;
grant execute on function app.lower_case, app.space, app.silent, app.signs, app.fold, app.tags_in to {{app}};

alter table check_ins
  -- Set once entries can be shared. A search filter uses it.
  add column shared_with_manager boolean not null default false,
  -- ` the words of the entry #tag #other `: every search text is a part of it, and words begin after a space.
  add column search_text text collate "C" not null
    generated always as (rtrim(app.fold(content)) || app.tags_in(content) || ' ') stored;
alter table check_ins alter column search_text drop expression;

-- The writer of an entry may set it with `searchText` in search-rules.ts, at a tenth of the cost. Otherwise this
-- trigger computes it.
create function app.note_search_text() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.search_text := rtrim(app.fold(new.content)) || app.tags_in(new.content) || ' ';
  return new;
end
$$;
revoke all on function app.note_search_text from public;
create trigger note_search_text before insert on check_ins
  for each row when (new.search_text is null) execute function app.note_search_text();
create trigger note_new_search_text before update of content on check_ins
  for each row execute function app.note_search_text();
grant insert (search_text) on check_ins to {{app}};
