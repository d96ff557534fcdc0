-- Verifying an address opens the invitations that waited for it, to the user and from the user (R-A3).
create or replace function app.follow_verification() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.open_invitations(new.id);
  return null;
end
$$;

create or replace trigger open_new after insert on users for each row
  when (new.email_verified_at is not null) execute function app.follow_verification();
create or replace trigger open_verified after update of email, email_verified_at on users for each row
  when (new.email_verified_at is not null
        and (old.email_verified_at is null or old.email is distinct from new.email))
  execute function app.follow_verification();
