-- Whether a user has connected this registered program.
create or replace function app.is_connected_client(client text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.connected_apps c where c.client_id = client and c.expires_at > now()) $$;

grant execute on function app.is_connected_client to {{jobs}};
