-- What was written without an account comes with its edits and its bin (R-I1).

grant insert (edited_at, deleted_at) on check_ins to {{app}};
