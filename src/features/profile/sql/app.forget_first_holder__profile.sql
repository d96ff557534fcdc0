-- What app.forget_first_holder removes of this feature.
create or replace function app.forget_first_holder__profile(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.earlier_slugs s where s.user_id = person;
  update public.profiles p
  set full_name = '', phone_number = null, avatar_url = null, slug = null, is_public = false, allows_search = false,
      is_new = true
  where p.user_id = person;
$$;
