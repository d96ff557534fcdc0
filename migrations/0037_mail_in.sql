-- Private addresses for inbound email, and the messages that arrived at them (R-N3).

create table mail_addresses (
  user_id uuid primary key references users on delete cascade,
  -- The token of the address is computed from it and the instance's secret.
  id uuid not null,
  -- SHA-256 of the token.
  hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  -- What counts toward the limit of messages, since when.
  counted_from timestamptz(3) not null default now(),
  messages int not null default 0
);
alter table mail_addresses enable row level security;
grant select (user_id, id, created_at, last_used_at), insert (user_id, id, hash), update (id, hash, created_at, last_used_at), delete
  on mail_addresses to {{app}};
create policy own_mail_address on mail_addresses for select to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()));
create policy create_own_mail_address on mail_addresses for insert to {{app}}
  with check (user_id = (select app.viewer()) and not (select app.by_token()));
create policy renew_own_mail_address on mail_addresses for update to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()))
  with check (user_id = (select app.viewer()) and not (select app.by_token()));
create policy end_own_mail_address on mail_addresses for delete to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()));

-- A message that is delivered again finds what the first delivery wrote, and adds nothing.
create table received_mails (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the address's id and the Message-ID.
  digest bytea not null,
  became text not null check (became in ('entry', 'suggestion')),
  -- Null: its files are not stored yet.
  completed_at timestamptz(3),
  received_at timestamptz(3) not null default now(),
  primary key (user_id, digest)
);
create index received_mails_by_time on received_mails (received_at);
alter table received_mails enable row level security;
grant select, insert (user_id, digest, became), update (completed_at) on received_mails to {{app}};
grant select, delete on received_mails to {{jobs}};
create policy own_received_mails on received_mails for select to {{app}} using (user_id = (select app.viewer()));
create policy create_own_received_mails on received_mails for insert to {{app}}
  with check (user_id = (select app.viewer()));
create policy complete_own_received_mails on received_mails for update to {{app}}
  using (user_id = (select app.viewer())) with check (user_id = (select app.viewer()));
create policy sweep_received_mails on received_mails for select to {{jobs}} using (true);
create policy purge_received_mails on received_mails for delete to {{jobs}} using (true);

insert into app.request_jobs values ('tell-refused-mail', '{id, user_id, reason}');
