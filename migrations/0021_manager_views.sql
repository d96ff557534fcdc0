-- What managers see of the members of their teams (R-E3): indexes. The functions read through these only, so that no
-- entry that its owner did not share with the manager is touched, however many there are. Policies stay as they are: a
-- condition for managers would cost every read of one's own entries.

-- The shared entries of a member for an address: newest first, and by when they were recorded. `recorded_at` in the
-- first lets the scan skip earlier entries without reading them.
create index check_ins_shared_newest on check_ins (user_id, manager_email, created_at desc, id desc, recorded_at)
  where shared_with_manager and deleted_at is null;
create index check_ins_shared_recorded on check_ins (user_id, manager_email, recorded_at)
  where shared_with_manager and deleted_at is null;
-- Both also answer whether a user shares any entry.
drop index check_ins_shared;

create index goals_completed on goals (user_id, completed_at desc, id desc)
  where completed_at is not null and deleted_at is null;

-- The shoutouts of a member to a manager, newest first.
drop index shoutouts_between;
create index shoutouts_between on shoutouts (sender_id, recipient_email, created_at desc, id desc)
  where not held and not recipient_deleted;
