-- Sharing a check-in with a manager (R-B6). Sharing it with a teammate is a shoutout.

alter table check_ins
  add column manager_email text
    check (manager_email = lower(manager_email) and length(manager_email) between 3 and 254),
  -- The snapshot email. Null: none was needed, or none could be stored.
  add column manager_mail_id uuid,
  -- The snapshot email was not stored, or will not be sent (R-J1).
  add column manager_email_failed boolean not null default false,
  add constraint check_ins_manager check (shared_with_manager = (manager_email is not null));

grant insert (shared_with_manager, manager_email) on check_ins to {{app}};
grant update (shared_with_manager, manager_email, manager_mail_id, manager_email_failed) on check_ins to {{app}};
