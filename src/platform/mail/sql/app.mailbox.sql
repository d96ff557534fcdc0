-- The mailbox that an address delivers to: without "+tag", and without dots where the provider ignores them.
create or replace function app.mailbox(address text) returns text
language sql immutable
as $$
  select case when a.host in ('gmail.com', 'googlemail.com') then replace(a.local, '.', '') || '@gmail.com'
              else a.local || '@' || a.host end
  from (select regexp_replace(regexp_replace(lower(address), '@[^@]*$', ''), '(.)\+.*$', '\1') as local,
               regexp_replace(lower(address), '^.*@', '') as host) a
$$;

-- An index of mails contains it, and jobs change mails. Requests count emails by mailbox.
grant execute on function app.mailbox to {{app}}, {{jobs}};
