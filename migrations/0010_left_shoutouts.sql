-- Shoutouts that a user received at an address that is no longer theirs do not pass on to its next owner (R-A12). They
-- wait for that user, in case they verify the address again.

alter table shoutouts add column left_by uuid references users on delete set null;
create index shoutouts_left on shoutouts (left_by, recipient_email) where left_by is not null;
