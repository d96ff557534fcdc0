-- Whether the limits allow one more email of this kind to a stranger (R-A8).
create or replace function app.has_mail_room(kind text, sender uuid, recipient text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select not exists (
    select from app.mail_limits(has_mail_room.kind, has_mail_room.sender, has_mail_room.recipient) l
    where app.mails_of_day(l.key) >= l.per_day)
$$;
