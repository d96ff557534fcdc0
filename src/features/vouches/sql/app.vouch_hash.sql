-- SHA-256 of what a reference confirms: the description, the reference, and the bytes and names of the files (R-F3).
-- `role` is the position of the reference, `added` the sentence.
create or replace function app.vouch_hash(v public.vouches, role text, added text) returns bytea
language sql stable security definer set search_path = ''
as $$
  select sha256(convert_to(jsonb_build_array(
    v.id, v.user_id, v.project_name, v.project_context, v.individual_contribution,
    v.reference_name, v.reference_email, role, v.reference_department, added,
    (select coalesce(jsonb_agg(jsonb_build_array(f.file_name, encode(f.sha256, 'hex')) order by f.created_at, f.id), '[]')
     from public.vouch_files f where f.vouch_id = v.id and f.deleted_at is null))::text, 'UTF8'))
$$;
