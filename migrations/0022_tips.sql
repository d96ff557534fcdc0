-- Sign-ups for the tips by email (R-K2). They need no account.

create table tips_signups (
  id uuid primary key,
  address text not null check (address = lower(address) and length(address) between 3 and 254),
  -- A mailbox has one sign-up, whatever the spelling of its address (app.mailbox).
  mailbox text not null unique,
  -- Of the token in the links that confirm and stop.
  token_hash bytea not null unique,
  requested_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  -- The number of tips that were sent.
  sent int not null default 0,
  -- When the next tip is due. Null before the confirmation and after the last tip.
  next_at timestamptz(3),
  -- When the row is deleted. Null while there are tips to send.
  ends_at timestamptz(3)
);
create index tips_signups_due on tips_signups (next_at) where next_at is not null;
create index tips_signups_ended on tips_signups (ends_at) where ends_at is not null;

-- Only jobs read and write it, and the functions that take the hash of a link's token.
alter table tips_signups enable row level security;
grant select (id, address, sent, next_at, ends_at), update (sent, next_at, ends_at), delete
  on tips_signups to {{jobs}};
create policy jobs_of_tips on tips_signups to {{jobs}} using (true);

insert into app.request_jobs values ('confirm-tips', '{email}');
