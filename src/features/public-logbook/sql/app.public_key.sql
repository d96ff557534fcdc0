-- What public pages show in place of a row's id: it identifies the row, and does not reveal the id (R-F8).
create or replace function app.public_key(id uuid) returns text
language sql immutable security definer set search_path = ''
as $$
  select left(encode(sha256(convert_to('public ' || id::text, 'UTF8')), 'hex'), 32)
$$;
