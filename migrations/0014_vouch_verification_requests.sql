-- Visitors of a public logbook ask references to confirm a vouch (R-F4).

create table vouch_verification_requests (
  id uuid primary key default gen_random_uuid(),
  -- The owner of the vouch.
  user_id uuid not null references users on delete cascade,
  vouch_id uuid not null references vouches on delete cascade,
  requester_name text not null check (length(requester_name) between 1 and 100),
  requester_email text not null
    check (requester_email = lower(requester_email) and length(requester_email) between 3 and 254),
  message text not null check (length(message) between 1 and 1000),
  created_at timestamptz(3) not null default now()
);
create index verification_requests_newest on vouch_verification_requests (user_id, created_at desc, id desc);
create index verification_requests_of_vouch on vouch_verification_requests (vouch_id, requester_email);

-- Only app.request_verification writes: visitors have no account.
alter table vouch_verification_requests enable row level security;
grant select on vouch_verification_requests to {{app}};
create policy own_verification_requests on vouch_verification_requests for select to {{app}}
  using (user_id = (select app.viewer()));
