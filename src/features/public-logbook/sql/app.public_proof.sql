-- What the proof of a vouch is made of, by the id that public pages show: only while the public page of its owner shows the
-- vouch. `credential_json`: once it is issued.
create or replace function app.public_proof(wanted uuid)
returns table (
  user_id uuid, slug text, allows_search boolean, full_name text, credential_json text, project_name text,
  project_context text, individual_contribution text, reference_name text, reference_position text,
  reference_department text, statement text, verified_at timestamptz, domain text, files jsonb)
language sql stable security definer set search_path = ''
as $$
  select p.user_id, p.slug, p.allows_search, p.full_name, c.credential_json, v.project_name, v.project_context,
    v.individual_contribution, v.reference_name, coalesce(v.confirmed_position, v.reference_position),
    v.reference_department, v.statement, coalesce(v.verified_at, v.created_at),
    case when v.names_domain then substring(v.reference_email from '[^@]*$') end,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'name', f.file_name, 'size', f.file_size, 'sha256', encode(f.sha256, 'hex')) order by f.created_at, f.id), '[]')
      from public.vouch_files f where f.vouch_id = v.id and f.deleted_at is null)
  from public.vouches v join public.public_profiles p on p.user_id = v.user_id
    left join public.credentials c on c.vouch_id = v.id
  where v.public_id = wanted and v.status = 'verified' and v.deleted_at is null
$$;

grant execute on function app.public_proof to {{app}};
