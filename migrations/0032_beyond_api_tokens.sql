-- What no scope of an API token reaches, in the second line (R-N1). The operations decide what a token reaches; these rows
-- are out of its reach even if one of them is wrong.

-- Whether the viewer's request came with an API token. app.by_token.sql has its body.
create function app.by_token() returns boolean language sql stable as $$ select true $$;
grant execute on function app.by_token to {{app}};

alter policy own_api_tokens on api_tokens using (user_id = (select app.viewer()) and not (select app.by_token()));
alter policy create_own_api_tokens on api_tokens
  with check (user_id = (select app.viewer()) and not (select app.by_token()));
alter policy end_own_api_tokens on api_tokens using (user_id = (select app.viewer()) and not (select app.by_token()));
alter policy own_sessions on sessions using (user_id = (select app.viewer()) and not (select app.by_token()));
alter policy end_own_session on sessions using (user_id = (select app.viewer()) and not (select app.by_token()));
alter policy own_user_emails on user_emails using (user_id = (select app.viewer()) and not (select app.by_token()));
alter policy own_address_changes on address_changes
  using (user_id = (select app.viewer()) and not (select app.by_token()));
alter policy own_former_mailboxes on former_mailboxes
  using (user_id = (select app.viewer()) and not (select app.by_token()));
alter policy own_packet_links on packet_links using (user_id = (select app.viewer()) and not (select app.by_token()));
alter policy write_own_packet_links on packet_links
  with check (user_id = (select app.viewer()) and not (select app.by_token()));
alter policy change_own_packet_links on packet_links
  using (user_id = (select app.viewer()) and not (select app.by_token()))
  with check (user_id = (select app.viewer()) and not (select app.by_token()));
