-- Shoutouts: thanks and praise from a user to an address. Both the sender and the verified owner of the address can read
-- them; no one can edit or delete them.

create table shoutouts (
  id uuid primary key,
  -- Null: the sender deleted the account (R-A12).
  sender_id uuid references users on delete set null,
  recipient_email text not null check (recipient_email = lower(recipient_email) and length(recipient_email) between 3 and 254),
  message text not null check (length(message) between 1 and 2000),
  -- The sender's entry that it is about, and the excerpt of it that was taken on sending (R-D2).
  check_in_id uuid references check_ins on delete set null,
  excerpt text check (length(excerpt) between 1 and 101),
  created_at timestamptz(3) not null default now(),
  -- Waits for the sender's verification (R-A3): only the sender sees it.
  held boolean not null,
  -- Its email was not stored, because too many of the sender's emails were waiting (R-J1).
  email_failed boolean not null default false,
  -- The recipient deleted the account: the next account with that address does not inherit it (R-A12).
  recipient_deleted boolean not null default false,
  -- The entry that the recipient made of it.
  kept_check_in_id uuid references check_ins on delete set null
);
create index shoutouts_sent on shoutouts (sender_id, created_at desc, id desc);
create index shoutouts_received on shoutouts (recipient_email, created_at desc, id desc)
  where not held and not recipient_deleted;
create index shoutouts_between on shoutouts (sender_id, recipient_email) where not held;
create index shoutouts_of_check_in on shoutouts (check_in_id) where check_in_id is not null;
create index shoutouts_kept on shoutouts (kept_check_in_id) where kept_check_in_id is not null;

-- Declared for the policies; its file in migrations/functions replaces the body.
create function app.verified_addresses() returns text[] language sql stable as $$ select array[]::text[] $$;
revoke all on function app.verified_addresses from public;

alter table shoutouts enable row level security;

grant select on shoutouts to {{app}};
grant insert (id, sender_id, recipient_email, message, check_in_id, excerpt) on shoutouts to {{app}};
grant update (kept_check_in_id) on shoutouts to {{app}};
create policy own_shoutouts on shoutouts for select to {{app}}
  using (
    sender_id = (select app.viewer())
    or (recipient_email = any ((select app.verified_addresses())::text[]) and not held and not recipient_deleted));
create policy send_shoutouts on shoutouts for insert to {{app}}
  with check (
    sender_id = (select app.viewer())
    and (check_in_id is null
      or exists (select 1 from check_ins c where c.id = check_in_id and c.user_id = (select app.viewer()))));
create policy keep_received_shoutouts on shoutouts for update to {{app}}
  using (recipient_email = any ((select app.verified_addresses())::text[]) and not held and not recipient_deleted)
  with check (
    kept_check_in_id is null
    or exists (select 1 from check_ins c where c.id = kept_check_in_id and c.user_id = (select app.viewer())));
