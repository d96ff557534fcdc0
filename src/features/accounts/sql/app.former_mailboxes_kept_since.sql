-- Mailboxes that a user left before this are forgotten (app.can_vouch_for).
create or replace function app.former_mailboxes_kept_since() returns timestamptz
language sql stable
as $$ select now() - {{former_address_life}} $$;

grant execute on function app.former_mailboxes_kept_since to {{jobs}};
