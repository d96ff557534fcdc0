-- Stores a visitor's request about a vouch and adds the job that emails it (R-F4). Does nothing if the vouch is not
-- verified or not public, or if the visitor sent the same request within `gap`.
create or replace function unsigned.request_verification(public_vouch uuid, name text, email text, message text, gap interval)
returns void
language sql volatile security definer set search_path = ''
as $$
  with stored as (
    insert into public.vouch_verification_requests (user_id, vouch_id, requester_name, requester_email, message)
    select v.user_id, v.id, request_verification.name, request_verification.email, request_verification.message
    from public.vouches v join public.public_profiles p on p.user_id = v.user_id
    where v.public_id = public_vouch and v.status = 'verified' and v.deleted_at is null
      and not exists (
        select from public.vouch_verification_requests r
        where r.vouch_id = v.id and r.requester_email = request_verification.email
          and r.message = request_verification.message and r.created_at > now() - gap)
    returning id)
  select app.enqueue('relay-verification-request', json_build_object('id', id)) from stored
$$;
