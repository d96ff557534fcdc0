-- The API token that the viewer's request came with; null with a session.
create or replace function app.viewer_token() returns uuid
language sql stable security definer set search_path = ''
as $$
  select case when app.viewer() is not null
    then nullif(substr(current_setting('app.viewer', true), 101, 36), '')::uuid end
$$;
