-- The public logbook at a link: profile, résumé, and a page of the verified vouches, newest first. No row if the link is
-- unknown or the logbook is private. A slug other than the requested one: the logbook has moved there (R-F6).
create or replace function app.public_logbook(wanted text, skipped int, most int)
returns table (user_id uuid, slug text, full_name text, avatar_url text, time_zone text, allows_search boolean,
  resume jsonb, vouches jsonb, vouch_count bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  person uuid := app.public_user(wanted);
begin
  if person is null then
    return;
  end if;
  return query
    -- The page comes first, so that nothing is computed for the vouches of other pages.
    with shown as materialized (
      select v.id, v.public_id, v.project_name, v.project_context, v.individual_contribution,
        v.reference_name, coalesce(v.confirmed_position, v.reference_position) as reference_position,
        v.reference_department, v.statement, v.verified_at
      from public.vouches v
      where v.user_id = person and v.status = 'verified' and v.deleted_at is null
      order by v.verified_at desc, v.id desc
      limit most offset skipped
    ), files as (
      select f.vouch_id, jsonb_agg(jsonb_build_object('key', f.public_id, 'file_name', f.file_name,
          'file_size', f.file_size, 'preview', f.preview) order by f.created_at, f.id) as files
      from public.vouch_files f where f.vouch_id in (select s.id from shown s) and f.deleted_at is null
      group by f.vouch_id
    )
    select p.user_id, p.slug, p.full_name, p.avatar_url, p.time_zone, p.allows_search,
      (select jsonb_build_object('key', app.public_key(r.id), 'file_name', r.file_name, 'file_size', r.file_size,
          'mime_type', r.mime_type)
        from public.resumes r where r.user_id = person and r.deleted_at is null),
      (select coalesce(jsonb_agg(jsonb_build_object('public_id', s.public_id, 'project_name', s.project_name,
          'project_context', s.project_context, 'individual_contribution', s.individual_contribution,
          'reference_name', s.reference_name, 'reference_position', s.reference_position,
          'reference_department', s.reference_department, 'statement', s.statement, 'verified_at', s.verified_at,
          'files', coalesce(f.files, '[]')) order by s.verified_at desc, s.id desc), '[]')
        from shown s left join files f on f.vouch_id = s.id),
      (select count(*) from public.vouches v
        where v.user_id = person and v.status = 'verified' and v.deleted_at is null)
    from public.public_profiles p where p.user_id = person;
end
$$;

grant execute on function app.public_logbook to {{app}};
