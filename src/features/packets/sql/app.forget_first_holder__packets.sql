-- What app.forget_first_holder removes of this feature: links that the first holder may have kept.
create or replace function app.forget_first_holder__packets(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.packet_links l set ended_at = now() where l.user_id = person and l.ended_at is null;
$$;
