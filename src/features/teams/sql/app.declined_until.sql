-- Until when the viewer cannot invite this mailbox again in this role (`type`), because it has declined recently; null: no limit.
-- The rest of the account does not count: what it declined at another address would reveal that it has both.
create or replace function app.declined_until(type text, address text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select max(i.declined_at) + {{declined_pause}} from public.team_invitations i
  where i.sender_id = app.viewer() and i.type = declined_until.type
    and i.declined_at > clock_timestamp() - {{declined_pause}}
    -- A mailbox begins as its addresses do, which costs less to compare.
    and left(i.address, 1) = left(declined_until.address, 1)
    and app.mailbox(i.address) = (select app.mailbox(declined_until.address))
$$;

grant execute on function app.declined_until to {{app}};
