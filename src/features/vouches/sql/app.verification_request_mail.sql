-- What the email of a visitor's request contains. No row if its vouch is no longer public.
create or replace function app.verification_request_mail(request uuid)
returns table (
  user_id uuid, full_name text, project_name text, reference_name text, reference_email text, requester_name text,
  requester_email text, message text)
language sql stable security definer set search_path = ''
as $$
  select v.user_id, p.full_name, v.project_name, v.reference_name, v.reference_email, r.requester_name,
    r.requester_email, r.message
  from public.vouch_verification_requests r
    join public.vouches v on v.id = r.vouch_id
    join public.public_profiles p on p.user_id = v.user_id
  where r.id = request and v.status = 'verified' and v.deleted_at is null
$$;

grant execute on function app.verification_request_mail to {{jobs}};
