-- Whether a user has written an entry since an instant, whatever its date, that is still on the timeline.
create or replace function app.wrote_since(person uuid, since timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.check_ins c
    where c.user_id = person and c.changed_at >= since and c.recorded_at >= since and c.deleted_at is null)
$$;

grant execute on function app.wrote_since to {{jobs}};
