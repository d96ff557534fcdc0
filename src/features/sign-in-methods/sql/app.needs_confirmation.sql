-- Whether this session of the viewer must confirm who uses it before a change that asks for the password of an account that has
-- one: it has a second factor or no password, and the last proof is too old (R-Q2). Other changes ask app.is_fresh.
create or replace function app.needs_confirmation(asking uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select (app.has_second_factor(app.viewer()) or not app.has_password()) and not app.is_fresh(asking) $$;

grant execute on function app.needs_confirmation to {{app}};
