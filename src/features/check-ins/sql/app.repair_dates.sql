-- Recounts the entries of the users after `after`, at most `most` of them, in the order of their ids. `wrong`: whether
-- the stored dates of the user did not match.
create or replace function app.repair_dates(after uuid, most int) returns table (person uuid, wrong boolean)
language plpgsql security definer set search_path = ''
as $$
begin
  for person in select u.id from public.users u where u.id > after order by u.id limit most loop
    wrong := coalesce(app.keep_dates(person), false);
    return next;
  end loop;
end
$$;

grant execute on function app.repair_dates to {{jobs}};
