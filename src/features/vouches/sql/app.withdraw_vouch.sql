-- Withdraws an unanswered vouch of the viewer, or undoes that shortly after; both can be repeated. Outcomes: done,
-- not found, closed, too late.
create or replace function app.withdraw_vouch(id uuid, undo boolean) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v public.vouches;
begin
  select * into v from public.vouches o
  where o.id = withdraw_vouch.id and o.user_id = app.viewer() and o.deleted_at is null for update;
  if not found then
    return 'not found';
  elsif v.status in ('verified', 'declined') then
    return 'closed';
  elsif undo and v.status = 'withdrawn' then
    if v.withdrawn_at < clock_timestamp() - {{vouches_life}} then
      return 'too late';
    end if;
    update public.vouches o set status = 'pending', withdrawn_at = null where o.id = v.id;
  elsif not undo and v.status <> 'withdrawn' then
    update public.vouches o set status = 'withdrawn', withdrawn_at = clock_timestamp() where o.id = v.id;
  end if;
  return 'done';
end
$$;

grant execute on function app.withdraw_vouch to {{app}};
