-- Goals imported from a guest keep their completion and its entry, which must be the viewer's own (R-I1).

grant insert (completed_at, check_in_id) on goals to {{app}};
alter policy write_own_goals on goals
  with check (
    user_id = (select app.viewer())
    and (check_in_id is null
      or exists (select 1 from check_ins c where c.id = check_in_id and c.user_id = (select app.viewer()))));
