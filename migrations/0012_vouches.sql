-- Vouches: a reference confirms a user's description of their work, by a link that only the reference receives (R-F1).

create table vouches (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Names the vouch on the public page, which shows no internal id.
  public_id uuid not null unique default gen_random_uuid(),
  project_name text not null check (length(project_name) between 1 and 200),
  project_context text not null check (length(project_context) between 1 and 2000),
  individual_contribution text not null check (length(individual_contribution) between 1 and 2000),
  reference_name text not null check (length(reference_name) between 1 and 100),
  reference_email text not null
    check (reference_email = lower(reference_email) and length(reference_email) between 3 and 254),
  reference_position text not null check (length(reference_position) between 1 and 100),
  reference_department text check (length(reference_department) between 1 and 100),
  status text not null default 'pending'
    check (status in ('pending', 'verified', 'declined', 'expired', 'withdrawn')),
  is_verified boolean not null generated always as (status = 'verified') stored,
  -- What the reference changed and added on confirming (R-F2).
  confirmed_position text check (length(confirmed_position) between 1 and 100),
  statement text check (length(statement) between 1 and 300),
  -- app.vouch_hash when it was verified (R-F3).
  content_sha256 bytea,
  verified_at timestamptz(3),
  withdrawn_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- Of the newest email. An email that waits is sent later, and its link is valid from then.
  sent_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null default now() + interval '30 days',
  resends int not null default 0 check (resends between 0 and 3),
  mail_id uuid,
  email_state text check (email_state in ('held', 'waiting', 'failed')),
  -- Deleted by the user, who may undo that until the purge.
  deleted_at timestamptz(3),
  constraint vouches_verified check (
    (status = 'verified') = (verified_at is not null) and (status = 'verified') = (content_sha256 is not null)
    and (status = 'verified' or (confirmed_position is null and statement is null))),
  constraint vouches_withdrawn check ((status = 'withdrawn') = (withdrawn_at is not null))
);
create index vouches_newest on vouches (user_id, created_at desc, id desc) where deleted_at is null;
create index vouches_of_user on vouches (user_id);
create index vouches_deleted on vouches (deleted_at) where deleted_at is not null;
create index vouches_withdrawn_at on vouches (withdrawn_at) where withdrawn_at is not null;
-- The public page.
create index vouches_newest_verified on vouches (user_id, verified_at desc, id desc)
  where status = 'verified' and deleted_at is null;
create index vouches_pending on vouches (expires_at) where status = 'pending';
create index vouches_mails on vouches (mail_id) where mail_id is not null;

-- The request role writes the description once. Everything that the reference decides, and every link, goes through
-- functions: the owner can neither verify a vouch nor learn its token.
alter table vouches enable row level security;
grant select on vouches to {{app}};
grant insert (id, user_id, project_name, project_context, individual_contribution, reference_name, reference_email,
  reference_position, reference_department) on vouches to {{app}};
grant update (deleted_at) on vouches to {{app}};
create policy own_vouches on vouches for select to {{app}} using (user_id = (select app.viewer()));
create policy write_own_vouches on vouches for insert to {{app}} with check (user_id = (select app.viewer()));
create policy delete_own_vouches on vouches for update to {{app}}
  using (user_id = (select app.viewer())) with check (user_id = (select app.viewer()));
-- The purge of vouches deleted long ago. app.expire_vouches expires the others.
grant select (id, deleted_at), delete on vouches to {{jobs}};
create policy purge_vouches on vouches for all to {{jobs}} using (deleted_at < now() - interval '1 hour');

-- The emailed links. Only hashes are stored, and neither role can read them (R-A11).
create table vouch_tokens (
  hash bytea primary key,
  vouch_id uuid not null references vouches on delete cascade,
  created_at timestamptz(3) not null default now(),
  replaced_at timestamptz(3)
);
create index vouch_tokens_of_vouch on vouch_tokens (vouch_id);
alter table vouch_tokens enable row level security;

create table vouch_files (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  vouch_id uuid not null references vouches on delete cascade,
  public_id uuid not null unique default gen_random_uuid(),
  file_name text not null check (length(file_name) between 1 and 200),
  file_path text not null unique,
  -- A rendition without metadata, for display (R-B4).
  view_path text unique,
  file_type text not null,
  file_size bigint not null check (file_size > 0),
  -- Bytes of the rendition, which counts toward the quota like the file.
  view_size bigint not null default 0,
  mime_type text not null,
  preview text not null check (preview in ('image', 'video', 'pdf', 'none')),
  sha256 bytea not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- The bytes of a row are stored under its user's id, so a row cannot claim another user's file.
  constraint vouch_files_own_path check (
    starts_with(file_path, user_id::text || '/') and file_path !~ '(^|/)\.\.?(/|$)'
    and starts_with(view_path, user_id::text || '/') and view_path !~ '(^|/)\.\.?(/|$)')
);
create index vouch_files_of_vouch on vouch_files (vouch_id, created_at, id);
create index vouch_files_of_user on vouch_files (user_id);

alter table vouch_files enable row level security;
grant select, delete on vouch_files to {{app}};
grant insert (id, user_id, vouch_id, file_name, file_path, view_path, file_type, file_size, view_size, mime_type,
  preview, sha256) on vouch_files to {{app}};
create policy own_vouch_files on vouch_files for select to {{app}} using (user_id = (select app.viewer()));
-- Whether the vouch can still get files is checked by a trigger (app.guard_vouch_files).
create policy write_own_vouch_files on vouch_files for insert to {{app}}
  with check (
    user_id = (select app.viewer())
    and exists (
      select 1 from vouches v
      where v.id = vouch_id and v.user_id = (select app.viewer()) and v.deleted_at is null));
create policy remove_own_vouch_files on vouch_files for delete to {{app}} using (user_id = (select app.viewer()));
-- The paths that belong to a row, for the sweep of those that do not.
grant select (file_path, view_path) on vouch_files to {{jobs}};
create policy sweep_vouch_files on vouch_files for select to {{jobs}} using (true);
