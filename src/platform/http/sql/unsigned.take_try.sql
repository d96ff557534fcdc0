-- Starts one more attempt of `kind` by `key` as pending. Returns its id, or a null id and the seconds to wait: 0 means
-- that attempts in progress use up the limit, but may still be refunded. Exact under concurrent callers.
create or replace function unsigned.take_try(kind text, key text, most int, within interval)
returns table (try_id bigint, wait int)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  counted int;
  under_way int;
  oldest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(take_try.kind || ' ' || take_try.key, 0));
  -- An attempt whose process died counts as failed after a while.
  select count(*) filter (where not h.pending or h.at < clock_timestamp() - interval '30 seconds'),
         count(*) filter (where h.pending and h.at >= clock_timestamp() - interval '30 seconds'),
         min(h.at)
    into counted, under_way, oldest
  from public.limit_hits h
  where h.kind = take_try.kind and h.key = take_try.key and h.at > clock_timestamp() - within;
  if counted >= most then
    wait := greatest(1, ceil(extract(epoch from oldest + within - clock_timestamp()))::int);
  elsif counted + under_way >= most then
    wait := 0;
  else
    insert into public.limit_hits (kind, key, pending) values (take_try.kind, take_try.key, true)
    returning id into try_id;
  end if;
  return next;
end
$$;
