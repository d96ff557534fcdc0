-- What the email to a reference says, as of now: the worker sends that instead of what was written when the email was
-- posted. `is_linked`: the link with this hash, which is the one in the email, leads to the vouch. No row: the vouch is
-- no longer open, or a newer email has replaced the link. `address`: the owner's, if it is verified (R-A3).
create or replace function app.vouch_mail(mail uuid, link_hash bytea)
returns table (
  is_linked boolean, project_name text, project_context text, individual_contribution text, reference_name text,
  reference_email text, reference_position text, reference_department text, full_name text, address text)
language sql stable security definer set search_path = ''
as $$
  select t.hash is not null, v.project_name, v.project_context, v.individual_contribution, v.reference_name,
    v.reference_email, v.reference_position, v.reference_department, p.full_name,
    case when u.email_verified_at is not null then u.email end
  from app.stored_mail(mail) m
    left join public.vouch_tokens t on t.hash = vouch_mail.link_hash
    join public.vouches v on v.user_id = m.from_user
      and v.id = coalesce(t.vouch_id, (select o.id from public.vouches o where o.mail_id = m.id))
    join public.users u on u.id = v.user_id
    join public.profiles p on p.user_id = v.user_id
  where m.id = mail and t.replaced_at is null and v.status in ('pending', 'expired') and v.deleted_at is null
$$;

grant execute on function app.vouch_mail to {{jobs}};
