-- What the email to the owner about the answer of a reference contains. No row if the vouch was deleted in the
-- meantime, or if the owner's address is not verified.
create or replace function app.vouch_answer_mail(vouch uuid)
returns table (
  user_id uuid, email text, status text, project_name text, reference_name text, statement text)
language sql stable security definer set search_path = ''
as $$
  select v.user_id, u.email, v.status, v.project_name, v.reference_name, v.statement
  from public.vouches v join public.users u on u.id = v.user_id
  where v.id = vouch and v.status in ('verified', 'declined') and v.deleted_at is null
    and u.email_verified_at is not null
$$;

grant execute on function app.vouch_answer_mail to {{jobs}};
