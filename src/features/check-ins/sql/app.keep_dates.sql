-- Recounts a user's entries and stores their dates. Returns whether they were wrong before; false if there were none
-- yet. Null if there is no such user.
create or replace function app.keep_dates(person uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  had_dates boolean;
  changes int;
begin
  -- Writers do not wait for this lock: their changes stay for later.
  perform pg_advisory_xact_lock(hashtextextended('dates of ' || person, 0));
  -- A deleted user must not get rows again.
  perform from public.users u where u.id = person for key share;
  if not found then
    return null;
  end if;
  had_dates := exists (select from public.entry_dates d where d.user_id = person);
  if had_dates then
    -- Only the result can be compared with the entries.
    perform app.merge_dates(person);
  end if;
  -- One statement, so that the entries that it counts are exactly those whose changes it deletes.
  with taken as (
    delete from public.entry_date_changes c where c.user_id = person
  ), counted as materialized (
    select date_trunc('month', c.created_at at time zone 'UTC')::date as month,
      array_agg(c.created_at order by c.created_at) as dates
    from public.check_ins c where c.user_id = person and c.deleted_at is null
    group by 1
  ), emptied as (
    delete from public.entry_dates d
    where d.user_id = person and not exists (select from counted c where c.month = d.month)
    returning d.dates
  ), stored as (
    insert into public.entry_dates as d (user_id, month, dates)
    select person, c.month, c.dates from counted c
    on conflict (user_id, month) do update set dates = excluded.dates where d.dates <> excluded.dates
    returning d.month
  )
  select (select count(*) from stored) + (select count(*) from emptied e where e.dates <> '{}') into changes;
  return had_dates and changes > 0;
end
$$;

grant execute on function app.keep_dates to {{jobs}};
