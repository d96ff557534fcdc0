-- Whether this session of the viewer proved recently enough whose it is: by its sign-in, or since (R-A12).
create or replace function app.is_fresh(asking uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.sessions s
    where s.id = asking and s.user_id = app.viewer()
      and coalesce(s.confirmed_at, s.signed_in_at) >= now() - {{recent_sign_in}})
$$;

grant execute on function app.is_fresh to {{app}};
