-- Teams: managers and the employees who share entries with them, and the invitations that connect them (R-E1, R-E2).

-- The id of a relationship is that of the invitation that opened it. The request role only reads: a relationship is
-- asked for by one party and accepted by the other, which functions check.
create table team_relationships (
  id uuid primary key,
  manager_id uuid not null references users on delete cascade,
  employee_id uuid not null references users on delete cascade,
  status text not null check (status in ('pending', 'accepted', 'declined')),
  requested_by uuid not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- The start of what the manager sees (R-E3): an instant.
  accepted_at timestamptz(3),
  declined_at timestamptz(3),
  -- It was accepted before, and one party ended it. Neither sees it any more.
  has_ended boolean not null default false,
  -- When the manager last opened the employee's logbook (R-E8).
  looked_at timestamptz(3),
  unique (manager_id, employee_id),
  constraint team_relationships_parties check (manager_id <> employee_id and requested_by in (manager_id, employee_id)),
  constraint team_relationships_state check (
    (status = 'accepted') = (accepted_at is not null) and (status = 'declined') = (declined_at is not null)
    and (status = 'declined' or not has_ended))
);
create index team_relationships_of_employee on team_relationships (employee_id);
create index team_relationships_closed on team_relationships (declined_at) where status = 'declined';

alter table team_relationships enable row level security;
grant select on team_relationships to {{app}};
-- A user who asked for it sees it once it is accepted: until then, it would tell that the address has an account.
create policy own_team_relationships on team_relationships for select to {{app}}
  using (
    (manager_id = (select app.viewer()) or employee_id = (select app.viewer()))
    and (status = 'accepted' or requested_by <> (select app.viewer())) and not has_ended);
grant select (id, declined_at), delete on team_relationships to {{jobs}};
create policy purge_team_relationships on team_relationships for all to {{jobs}}
  using (declined_at < now() - interval '30 days');

-- Its sender is the manager or the employee; the address of the other one is invited.
create table team_invitations (
  id uuid primary key,
  manager_id uuid references users on delete cascade,
  employee_id uuid references users on delete cascade,
  manager_email text check (manager_email = lower(manager_email) and length(manager_email) between 3 and 254),
  employee_email text check (employee_email = lower(employee_email) and length(employee_email) between 3 and 254),
  sender_id uuid not null generated always as (coalesce(manager_id, employee_id)) stored,
  address text not null generated always as (coalesce(manager_email, employee_email)) stored,
  -- The role of the invited user.
  type text not null generated always as (case when manager_id is null then 'manager' else 'employee' end) stored
    check (type in ('employee', 'manager')),
  -- Of the link in its emails. Null: it was asked for by sharing an entry, without its own email (R-B6).
  token_hash bytea unique,
  status text not null default 'pending'
    check (status in ('pending', 'accepted', 'declined', 'expired', 'withdrawn')),
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Of the newest email. The link works until it expires: null until an email leaves.
  sent_at timestamptz(3),
  expires_at timestamptz(3),
  closed_at timestamptz(3),
  resends int not null default 0 check (resends between 0 and 3),
  mail_id uuid,
  email_state text check (email_state in ('held', 'waiting', 'failed')),
  -- The sender's address that the invitation names to the invited user: the primary one once it is verified (R-A3).
  sender_email text,
  -- The invited user has left the address since. The sender does not learn it (R-A12), but it connects no one any more.
  is_void boolean not null default false,
  constraint team_invitations_sides check (
    (manager_id is null) <> (employee_id is null)
    and (manager_id is null) = (manager_email is not null) and (employee_id is null) = (employee_email is not null)),
  constraint team_invitations_closed check ((status = 'pending') = (closed_at is null))
);
create unique index team_invitations_pending on team_invitations (sender_id, type, address) where status = 'pending';
create index team_invitations_newest on team_invitations (sender_id, created_at desc, id desc);
create index team_invitations_to on team_invitations (address) where status = 'pending';
create index team_invitations_of_manager on team_invitations (manager_id) where manager_id is not null;
create index team_invitations_of_employee on team_invitations (employee_id) where employee_id is not null;
create index team_invitations_mails on team_invitations (mail_id) where mail_id is not null;
create index team_invitations_expiring on team_invitations (expires_at) where status = 'pending';
create index team_invitations_closed_at on team_invitations (closed_at) where status in ('declined', 'expired', 'withdrawn');

alter table team_invitations enable row level security;
-- Not the hash of the token, nor what tells whether the address has an account.
grant select (id, manager_id, employee_id, manager_email, employee_email, sender_id, address, type, status, created_at,
  sent_at, expires_at, closed_at, resends, mail_id, email_state) on team_invitations to {{app}};
create policy own_team_invitations on team_invitations for select to {{app}} using (sender_id = (select app.viewer()));
grant select (id, closed_at), delete on team_invitations to {{jobs}};
create policy purge_team_invitations on team_invitations for all to {{jobs}}
  using (status in ('declined', 'expired', 'withdrawn') and closed_at < now() - interval '30 days');

-- The older grant by address: only read and removed (R-E7).
create table logbook_invitations (
  id uuid primary key,
  employee_id uuid not null references users on delete cascade,
  manager_email text not null check (manager_email = lower(manager_email) and length(manager_email) between 3 and 254),
  status text not null default 'accepted' check (status = 'accepted'),
  accepted_at timestamptz(3) not null default clock_timestamp(),
  looked_at timestamptz(3),
  unique (employee_id, manager_email)
);
create index logbook_invitations_of_manager on logbook_invitations (manager_email);

alter table logbook_invitations enable row level security;
grant select, delete on logbook_invitations to {{app}};
create policy own_logbook_invitations on logbook_invitations for select to {{app}}
  using (employee_id = (select app.viewer()));
create policy remove_own_logbook_invitations on logbook_invitations for delete to {{app}}
  using (employee_id = (select app.viewer()));
