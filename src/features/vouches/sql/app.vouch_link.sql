-- What the link of a vouch leads to. Outcomes: good, unknown, replaced, expired, withdrawn, own (the caller is the
-- owner, or the reference's address is or was one of the owner's). A verified vouch stays good for the link that
-- verified it. Only with "good" do the other columns have values. Changes nothing.
create or replace function app.vouch_link(token_hash bytea)
returns table (
  outcome text, id uuid, status text, full_name text, email text, email_verified boolean, project_name text,
  project_context text, individual_contribution text, reference_name text, reference_position text,
  reference_department text, statement text, verified_at timestamptz, expires_at timestamptz, content_hash text,
  files jsonb, mailbox_domain text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v public.vouches;
begin
  outcome := app.vouch_link_state(token_hash);
  if outcome = 'good' then
    select o.* into v from public.vouch_tokens t join public.vouches o on o.id = t.vouch_id where t.hash = token_hash;
    id := v.id;
    status := case when v.status = 'expired' then 'pending' else v.status end;
    select p.full_name, u.email, u.email_verified_at is not null into full_name, email, email_verified
    from public.users u join public.profiles p on p.user_id = u.id where u.id = v.user_id;
    project_name := v.project_name;
    project_context := v.project_context;
    individual_contribution := v.individual_contribution;
    reference_name := v.reference_name;
    reference_position := coalesce(v.confirmed_position, v.reference_position);
    reference_department := v.reference_department;
    statement := v.statement;
    verified_at := v.verified_at;
    expires_at := v.expires_at;
    content_hash := encode(coalesce(v.content_sha256, app.vouch_hash(v, v.reference_position, null)), 'hex');
    mailbox_domain := substring(v.reference_email from '[^@]*$');
    files := (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'file_name', f.file_name, 'file_size', f.file_size, 'preview', f.preview)
        order by f.created_at, f.id), '[]')
      from public.vouch_files f where f.vouch_id = v.id and f.deleted_at is null);
  end if;
  return next;
end
$$;

grant execute on function app.vouch_link to {{app}};
