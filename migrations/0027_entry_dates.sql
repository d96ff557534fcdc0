-- The dates of each user's entries, for the counts by month in any time zone: counting them in the entries reads all of
-- them (docs/decisions/0045). app.forget_dates deletes the rows of a deleted user, as app.forget_tags does those of tags.
-- A user without rows has not been counted yet: readers count the entries, and a job adds the rows (app.keep_dates).
create table entry_dates (
  user_id uuid not null,
  -- The first day of a month in UTC. In other time zones, its first and last entries belong to the months around it.
  month date not null,
  -- `created_at` of the entries on the timeline, without those in the bin, oldest first.
  dates timestamptz(3)[] not null,
  primary key (user_id, month)
);
alter table entry_dates enable row level security;
grant select on entry_dates to {{app}};
create policy own_entry_dates on entry_dates for select to {{app}} using (user_id = (select app.viewer()));

-- Changes that are not added to the dates yet, as in tag_changes: 1 for an entry that is on the timeline now, -1 for one
-- that is not anymore.
create table entry_date_changes (
  user_id uuid not null,
  at timestamptz(3) not null,
  entries smallint not null
);
create index entry_date_changes_of_user on entry_date_changes (user_id);
alter table entry_date_changes enable row level security;
grant select on entry_date_changes to {{app}};
create policy own_entry_date_changes on entry_date_changes for select to {{app}}
  using (user_id = (select app.viewer()));
