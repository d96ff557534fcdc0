-- The weekly email and the reminders that a user has chosen (R-N5), the devices that get push messages, and the key that
-- signs those.

create table push_keys (
  id text primary key,
  -- The uncompressed point of P-256, as browsers take it.
  public_key bytea not null,
  -- Sealed by the application.
  sealed_private_key bytea not null,
  created_at timestamptz(3) not null default now()
);
create unique index push_keys_current on push_keys ((true));
alter table push_keys enable row level security;

create table reminders (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('question', 'nudge')),
  state text not null check (state in ('on', 'paused', 'off')),
  -- From 1, Monday, to 7, at this hour of the time zone.
  days int[] not null check (cardinality(days) between 1 and 7 and days <@ array[1, 2, 3, 4, 5, 6, 7]),
  hour int not null check (hour between 0 and 23),
  time_zone text not null check (length(time_zone) between 1 and 64),
  -- How the emails write dates.
  locale text not null check (length(locale) between 1 and 35),
  by_email boolean not null,
  -- When it is due next; only if it is on.
  next_at timestamptz(3),
  -- When the last one that was sent was due, and its email.
  last_at timestamptz(3),
  mail_id uuid,
  -- The links of earlier emails no longer add entries.
  links_from timestamptz(3) not null default '-infinity',
  primary key (user_id, kind),
  check ((state = 'on') = (next_at is not null))
);
create index reminders_due on reminders (next_at) where next_at is not null;
create unique index reminders_of_mail on reminders (mail_id) where mail_id is not null;
alter table reminders enable row level security;
grant select (user_id, kind, state, days, hour, time_zone, locale, by_email, next_at, last_at) on reminders to {{app}};
grant insert (user_id, kind, state, days, hour, time_zone, locale, by_email, next_at) on reminders to {{app}};
grant update (state, days, hour, time_zone, locale, by_email, next_at) on reminders to {{app}};
create policy own_reminders on reminders for select to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()));
create policy choose_own_reminders on reminders for insert to {{app}}
  with check (user_id = (select app.viewer()) and not (select app.by_token()));
create policy change_own_reminders on reminders for update to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()))
  with check (user_id = (select app.viewer()) and not (select app.by_token()));
grant select, update (next_at, last_at, mail_id) on reminders to {{jobs}};
create policy read_reminders on reminders for select to {{jobs}} using (true);
create policy note_reminders on reminders for update to {{jobs}} using (true) with check (true);

create table push_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- A browser that is signed out gets no more messages.
  session_id uuid not null references sessions on delete cascade,
  key_id text not null references push_keys on delete cascade,
  -- Where the browser's push service takes messages for it. A capability: never shown.
  endpoint text not null unique check (length(endpoint) between 1 and 1000),
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_sent_at timestamptz(3)
);
create index push_devices_of_user on push_devices (user_id, created_at, id);
create index push_devices_of_session on push_devices (session_id);
create index push_devices_of_key on push_devices (key_id);
alter table push_devices enable row level security;
grant select (id, user_id, session_id, user_agent, created_at, last_sent_at), delete on push_devices to {{app}};
create policy own_push_devices on push_devices for select to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()));
create policy end_own_push_devices on push_devices for delete to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()));
grant select, delete, update (last_sent_at) on push_devices to {{jobs}};
create policy read_push_devices on push_devices for select to {{jobs}} using (true);
create policy note_push_devices on push_devices for update to {{jobs}} using (true) with check (true);
create policy end_push_devices on push_devices for delete to {{jobs}} using (true);

insert into app.request_jobs (task, payload_keys) values ('remind-now', '{user_id,kind}');
