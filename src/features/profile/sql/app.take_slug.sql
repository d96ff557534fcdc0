-- Sets the viewer's slug. The first one also turns on the public page (R-F5). A replaced slug stays reserved for a while.
-- Outcomes: saved, taken (another user has it, or had it until recently), full (too many replaced slugs are reserved
-- for the viewer, and this would be one more).
create or replace function app.take_slug(slug text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  earlier text;
begin
  select p.slug into earlier from public.profiles p where p.user_id = person for update;
  if earlier = take_slug.slug then
    return 'saved';
  end if;
  -- Taking a replaced slug back makes room for the current one.
  if (
    select count(*) from public.earlier_slugs e
    where e.user_id = person and e.slug <> take_slug.slug and e.ends_at > clock_timestamp()
  ) >= {{earlier_slugs}} then
    return 'full';
  end if;
  update public.profiles p set slug = take_slug.slug, is_public = p.is_public or earlier is null
  where p.user_id = person;
  if not found then
    return 'taken';
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
    values (earlier, person, clock_timestamp() + {{earlier_slug_life}})
    on conflict on constraint earlier_slugs_pkey do update set user_id = excluded.user_id, ends_at = excluded.ends_at;
  end if;
  return 'saved';
exception when unique_violation then
  return 'taken';
end
$$;

grant execute on function app.take_slug to {{app}};
