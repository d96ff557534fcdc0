-- Whether a manager sees a member's shared entry, given the address that it is shared with and when it was recorded.
create or replace function app.sees_entry(manager uuid, member uuid, address text, recorded_at timestamptz)
returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from app.access_of(manager, member) a
    where a.address = sees_entry.address and a.starts_at <= sees_entry.recorded_at)
$$;
