-- What follows from the first second factor of an account: recovery codes, what other sessions have proved no longer counts,
-- because until then the password alone was enough (R-Q2), and a link that undoes it.
create or replace function app.note_first_factor(
  person uuid, asking uuid, code_hashes bytea[], undo_hash bytea, undo_life interval)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.store_recovery_codes(person, code_hashes);
  perform app.end_confirmations(person, asking);
  perform app.store_undo_link(person, undo_hash, undo_life);
end
$$;
