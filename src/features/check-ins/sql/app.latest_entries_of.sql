-- The newest entries of a user that are dated after an instant, cut, for the weekly email.
create or replace function app.latest_entries_of(person uuid, since timestamptz, most int, longest int)
returns table (content text, emoji text, created_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select left(c.content, longest), c.emoji, c.created_at::timestamptz from public.check_ins c
  where c.user_id = person and c.deleted_at is null and c.created_at > since and c.created_at <= now()
  order by c.created_at desc, c.id desc limit most
$$;

grant execute on function app.latest_entries_of to {{jobs}};
