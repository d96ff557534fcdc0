-- Adds a user's changes to the dates, in a transaction that has the lock of app.add_up_dates.
create or replace function app.merge_dates(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  with taken as (
    delete from public.entry_date_changes c where c.user_id = person returning c.at, c.entries
  ), changed as materialized (
    select date_trunc('month', c.at at time zone 'UTC')::date as month, c.at, sum(c.entries)::int as entries
    from taken c group by c.at having sum(c.entries) <> 0
  ), summed as (
    select one.month, one.at, sum(one.entries) as entries
    from (
      select c.month, c.at, c.entries from changed c
      union all
      select d.month, at, 1 from public.entry_dates d cross join unnest(d.dates) at
      where d.user_id = person and d.month in (select c.month from changed c)) one
    group by one.month, one.at
  )
  insert into public.entry_dates as d (user_id, month, dates)
  -- Each date as often as it has entries. A month without any keeps its row.
  select person, s.month, coalesce(array_agg(s.at order by s.at) filter (where n is not null), '{}')
  from summed s left join lateral generate_series(1, s.entries) n on true
  group by s.month
  on conflict (user_id, month) do update set dates = excluded.dates;
end
$$;
