-- Entries imported from a guest keep their edits and deletions (R-I1).

grant insert (edited_at, deleted_at) on check_ins to {{app}};
