-- These return more: whether an address was verified before, or is verified only now.
drop function if exists app.use_recovery(bytea, text, bytea, app.new_session);
drop function if exists app.start_recovery(text, bytea, interval);
