-- Sets the viewer's slug; false if another user has it, or had it until recently. The first slug also turns on the
-- public page (R-F5). Keeps the last ten slugs replaced.
create or replace function app.take_slug(slug text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  earlier text;
begin
  select p.slug into earlier from public.profiles p where p.user_id = person for update;
  if earlier = take_slug.slug then
    return true;
  end if;
  update public.profiles p set slug = take_slug.slug, is_public = p.is_public or earlier is null
  where p.user_id = person;
  if not found then
    return false;
  end if;
  -- Checked only now: the update has waited for a transaction that gives up this slug.
  if exists (
    select 1 from public.earlier_slugs e
    where e.slug = take_slug.slug and e.user_id <> person and e.ends_at > clock_timestamp()
  ) then
    raise unique_violation;
  end if;
  delete from public.earlier_slugs e where e.slug = take_slug.slug;
  if earlier is not null then
    insert into public.earlier_slugs (slug, user_id, ends_at)
    values (earlier, person, clock_timestamp() + interval '90 days')
    on conflict on constraint earlier_slugs_pkey do update set user_id = excluded.user_id, ends_at = excluded.ends_at;
    delete from public.earlier_slugs e
    where e.user_id = person and e.slug not in (
      select one.slug from public.earlier_slugs one where one.user_id = person order by one.ends_at desc limit 10);
  end if;
  return true;
exception when unique_violation then
  return false;
end
$$;

grant execute on function app.take_slug to {{app}};
