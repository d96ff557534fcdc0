-- How many emails to strangers were counted under the key in the last day.
create or replace function app.mails_of_day(key text) returns bigint
language sql volatile security definer set search_path = ''
as $$
  select count(*) from public.limit_hits h
  where h.kind = 'mail to a stranger' and h.key = mails_of_day.key and h.at > clock_timestamp() - interval '1 day'
$$;
