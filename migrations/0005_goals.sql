-- A user's goals, in the order that the user chose (R-C1 to R-C3).

create table goals (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  text text not null check (length(text) between 1 and 1000),
  cadence text check (cadence in ('weekly', 'monthly', 'quarterly')),
  -- First day of the goal's period, in its owner's time zone. Weeks begin on Monday.
  period_start date,
  -- Place on the list. Goals that left the list keep their place, so that Undo restores it. Ids break ties.
  position int not null,
  created_at timestamptz(3) not null default now(),
  -- The last change of any kind.
  changed_at timestamptz(3) not null default now(),
  -- No longer on the list, but kept for reports.
  completed_at timestamptz(3),
  -- The entry created by its completion.
  check_in_id uuid references check_ins on delete set null,
  deleted_at timestamptz(3),
  check ((cadence is null) = (period_start is null)),
  check (check_in_id is null or completed_at is not null)
);
create index goals_open on goals (user_id, position, id) where completed_at is null and deleted_at is null;
create index goals_of_user on goals (user_id, id);
create index goals_of_check_in on goals (check_in_id) where check_in_id is not null;
create index goals_to_purge on goals (deleted_at) where deleted_at is not null;

alter table goals enable row level security;
grant select on goals to {{app}};
-- Goals imported from a guest keep their completion and its entry (R-I1).
grant insert (id, user_id, text, cadence, period_start, position, created_at, completed_at, check_in_id)
  on goals to {{app}};
grant update (text, cadence, period_start, position, completed_at, check_in_id, deleted_at) on goals to {{app}};
create policy own_goals on goals for select to {{app}} using (user_id = (select app.viewer()));
-- A goal's entry must be the viewer's own, whatever its row claims.
create policy write_own_goals on goals for insert to {{app}}
  with check (
    user_id = (select app.viewer())
    and (check_in_id is null
      or exists (select 1 from check_ins c where c.id = check_in_id and c.user_id = (select app.viewer()))));
create policy change_own_goals on goals for update to {{app}}
  using (user_id = (select app.viewer()))
  with check (
    user_id = (select app.viewer())
    and (check_in_id is null
      or exists (select 1 from check_ins c where c.id = check_in_id and c.user_id = (select app.viewer()))));
-- The purge of goals deleted long ago.
grant select (id, deleted_at), delete on goals to {{jobs}};
create policy purge_goals on goals for all to {{jobs}} using (deleted_at < now() - interval '30 days');
